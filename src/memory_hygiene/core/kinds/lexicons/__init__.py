"""The lexicon's cues in the languages beside English, a file each, to be read and corrected by who speaks it.

One phrase between bars. A ``*`` at the end stands for any ending, one at the beginning for any beginning (the last word
of a German compound). A phrase has at most four words, or six signs where words are written without spaces.
"""
