#!/bin/sh
# memory-hygiene: the git hook @HOOK@, written by `hygiene init`, which also brings it up to date.
# A hook that was here before is kept beside it as @HOOK@.before-hygiene and runs first; when it fails, so does this.
program=@PROGRAM@
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
old=$here/@HOOK@.before-hygiene
if [ -x "$old" ]; then
@CHAIN@
fi
if ! command -v "$program" >/dev/null 2>&1; then
    printf '%s\n' "hygiene: $program is gone, @HOOK@ cannot check anything; install memory-hygiene and repeat hygiene init" >&2
    exit 2
fi
exec "$program" @ARGUMENTS@hook @HOOK@ "$@"
