#!/usr/bin/env bash
# run.sh: fuzz the readers of foreign text and the proof checker with libFuzzer: tests/fuzz/run.sh [RUNS [FOLDER]], a million executions each by default.
# SPDX-License-Identifier: GPL-3.0-or-later
# Needs clang and its runtime (Debian: clang libclang-rt-14-dev).  The library is built once more, instrumented, in FOLDER
# (default ./fuzz); corpora grow there, and what breaks a reader is kept as FOLDER/broken-*.  With a third argument "pack" the
# smallest inputs of each corpus are written back to tests/fuzz/corpus*.hex, which every `make check` replays.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
runs=${1:-1000000}
folder=${2:-fuzz}
mkdir -p "$folder"
cd "$folder"
flags='-O1 -g -fsanitize=address,undefined'
[ -e Makefile ] || "$source/configure" CC=clang CFLAGS="$flags -fsanitize=fuzzer-no-link" >configure.log
make -j2 $(sed -n 's/^BUILT_SOURCES = //p' Makefile) libslipstick.a >make.log 2>&1
libs=$(sed -n 's/^SLIP_LIBS = //p' Makefile)
failed=0
for reader in 0 1 2 3 4; do
    clang $flags -fsanitize=fuzzer -D_GNU_SOURCE -DREADER=$reader -I"$source" -I. "$source/tests/fuzz/readers.c" -o fuzz$reader libslipstick.a $libs
    mkdir -p corpus$reader
    k=0
    while read -r hex; do
        k=$((k + 1))
        printf "$(sed 's/../\\x&/g' <<<"$hex")" >corpus$reader/seed$k
    done <"$source/tests/fuzz/corpus$reader.hex"
    ./fuzz$reader -runs="$runs" -max_len=3000 -rss_limit_mb=2048 -artifact_prefix=broken-$reader- corpus$reader 2>fuzz$reader.log || failed=1
    grep -E '^(Done|SUMMARY)' fuzz$reader.log | sed "s/^/reader $reader: /"
    if [ "${3:-}" = pack ]; then
        rm -rf least && mkdir least
        ./fuzz$reader -merge=1 least corpus$reader 2>merge.log
        ls -Sr least | while read -r f; do
            room=$((${room:-7000} - $(wc -c <least/"$f")))
            [ $room -lt 0 ] || { od -An -v -tx1 least/"$f" | tr -d ' \n'; echo; }
        done >"$source/tests/fuzz/corpus$reader.hex"
    fi
done
# The checker is small enough to be compiled whole; its hand-written proofs are the seeds.
checker=$(ls "$source"/checker/*.c | grep -v /main.c)
clang -D_GNU_SOURCE -DFUZZ_CORPUS -I"$source" "$source/tests/fuzz/proofs.c" $checker -lgmp -o seeds
clang $flags -fsanitize=fuzzer -D_GNU_SOURCE -I"$source" "$source/tests/fuzz/proofs.c" $checker -lgmp -o fuzz-proofs
mkdir -p proofs && (cd proofs && ../seeds)
./fuzz-proofs -runs="$runs" -max_len=1500 -rss_limit_mb=2048 -artifact_prefix=broken-proofs- proofs 2>fuzz-proofs.log || failed=1
grep -E '^(Done|SUMMARY)' fuzz-proofs.log | sed "s/^/proofs: /"
exit $failed
