# script.bash: what test scripts begin with: the program, a scratch directory to stand in, TAP.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
export LC_ALL=C
unset NO_COLOR COLUMNS GNUPLOT ${!SLURM_*} ${!OMPI_*} ${!PMI*}
slipstick=${SLIPSTICK:-$PWD/slipstick}
source=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
mkdir tmp
export TMPDIR=$scratch/tmp

n=0
ok() {          # ok STATUS NAME: one result line; shows what was printed when it failed
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; return; fi
    echo "not ok $n - $2"
    echo "#   exit ${code-}"
    cut -c1-2000 out | sed 's/^/#   out: /'
    sed 's/^/#   err: /' err
}
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }
try() {         # try ARGUMENT...: out, err and code
    "$slipstick" "$@" >out 2>err </dev/null
    code=$?
}
says() { grep -q "$1" out; }
# refused CODE PATTERN NAME: nothing on stdout, one sentence on stderr that matches
refused() { [ $code -eq "$1" ] && [ ! -s out ] && [ "$(wc -l <err)" -eq 1 ] && grep -q "^slipstick: .*$2" err; ok $? "$3"; }
