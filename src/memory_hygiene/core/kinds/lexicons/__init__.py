"""The lexicon's cues in the languages beside English, a file each, to be read and corrected by who speaks it.

One phrase between bars. A ``*`` at the end stands for any ending, one at the beginning for any beginning (the last word
of a German compound). A phrase has at most four words, or six signs where words are written without spaces. There it is
found anywhere in a run of signs; with a ``*`` after it only where the run begins, with one before only where it ends.
"""
