/* formats.c: tests of JSON and Siconos problems, of answers in three formats, and of their readers against damaged input.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/fuzz/readers.c"
#include "tests/tap.h"

static void open_one(slip_problem *p, const char *name)
{
    slip_error e = { 0 };
    if (slip_problem_open(p, name, NULL, &e)) bail_out("%s: %s", name, e.text);
}

static bool same(const slip_problem *p, slip_text *file, slip_error *e)
{
    slip_problem back;
    slip_origin o = { 0 };
    char a[65] = "a", b[65] = "b";
    if (slip_problem_read_bytes(&back, &o, file->s, file->length, e)) return false;
    bool equal = !slip_problem_hash(p, a, e) && !slip_problem_hash(&back, b, e) && !strcmp(a, b);
    slip_problem_free(&back);
    slip_origin_free(&o);
    return equal;
}

static void test_json(const char *name)
{
    slip_problem p;
    slip_text file = { 0 };
    slip_error e = { 0 };
    open_one(&p, name);
    ok(!slip_problem_write_json(&p, NULL, &file, &e) && same(&p, &file, &e), "%s: through JSON bit for bit (%s)", name, e.text);
    slip_text_free(&file);
    slip_problem_free(&p);
}

static void test_siconos(const char *name, bool local, slip_storage storage)
{
    static const char *const words[] = { "dense", "block", "sparse" };
    slip_problem p, q;
    slip_text file = { 0 };
    slip_error e = { 0 };
    open_one(&p, name);
    if (local) {                        /* u = W r + q of the same problem, every entry of W different from zero */
        int m = slip_problem_m(&p);
        if (slip_problem_new(&q, p.d, p.nc, 0, 0, true, &e)) bail_out("%s", e.text);
        double *W = SLIP_NEW(&q.arena, double, (long)m * m);
        for (int k = 0; k < m * m; k++) W[k] = k / m == k % m ? m + 0.1 : 1.0 / (3 + k / m + k % m);
        slip_sparse_from_dense(&q.W, SLIP_CSC, m, m, W, &q.arena, &e);
        for (int k = 0; k < m; k++) q.q[k] = -1.0 / (k + 3);
        for (int i = 0; i < p.nc; i++) q.mu[i] = 0.1 * (i + 1);
        slip_problem_free(&p);
        p = q;
    }
    p.law = SLIP_LAW_COULOMB;
    p.dirs = (slip_dirs){ p.d == 3 ? 4 : 2, 0 };
    p.level = SLIP_LEVEL_VELOCITY;
    ok(!slip_problem_write_siconos(&p, storage, &file, &e) && same(&p, &file, &e), "%s, %s, %s: through Siconos text bit for bit (%s)", name, local ? "local" : "global", words[storage], e.text);
    slip_text_free(&file);
    slip_problem_free(&p);
}

/* As Siconos itself prints: one contact in the plane, W = [2 1; 0 4], by columns; with a stray last word. */
static void test_columns(void)
{
    static const char text[] = "2\n1\n2\n2\n2\n2\nCSparse Version 3.1.4, Oct 10, 2014.  Copyright (c) Timothy A. Davis\n2-by-2, nzmax: 3 nnz: 3, 1-norm: 5\n"
        "    col 0 : locations 0 to 0\n      0 : 2\n    col 1 : locations 1 to 2\n      0 : 1\n      1 : 4\n-1.0e+00 5e-1 \n2.5e-01\n\n7";
    slip_problem p;
    slip_origin o = { 0 };
    slip_error e = { 0 };
    double W[4] = { 0 };
    bool good = !slip_problem_read_bytes(&p, &o, text, sizeof text - 1, &e);
    if (good) slip_sparse_to_dense(&p.W, W);
    ok(good && W[0] == 2 && W[1] == 0 && W[2] == 1 && W[3] == 4 && p.q[0] == -1 && p.mu[0] == 0.25, "CSparse's print by columns: read (%s)", e.text);
    ok(good && o.notes == 1 && o.note[0].what == SLIP_ODDITY_STRAY && p.asymmetry > 0, "its last word is noted, its asymmetry kept");
    if (good) { slip_problem_free(&p); slip_origin_free(&o); }
}

static void test_refused(void)
{
    static const struct { const char *text, *part; } bad[] = {
        { "", "not a problem file" }, { "hello", "not a problem file" }, { "{", "JSON" }, { "{}", "schema" },
        { "{\"schema\":\"slipstick.problem/1\",\"dimension\":4,\"mu\":[]}", "range" },
        { "{\"schema\":\"slipstick.problem/1\",\"dimension\":2,\"mu\":[0.5],\"q\":[1,null],\"W\":[[1,0],[0,1]]}", "finite" },
        { "{\"schema\":\"slipstick.problem/1\",\"dimension\":2,\"mu\":[0.5],\"q\":[1,2],\"W\":[[1,0],[0]]}", "columns" },
        { "{\"schema\":\"slipstick.problem/1\",\"dimension\":2,\"mu\":[0.5],\"q\":[1,2],\"W\":{\"rows\":2,\"cols\":2,\"p\":[0,9,1],\"i\":[0],\"x\":[1]}}", "W" },
        { "{\"schema\":\"slipstick.problem/1\",\"dimension\":2,\"mu\":[0.5],\"mu\":[0.5]}", "duplicate" },
        { "5 1 0 5 5", "rolling" }, { "3 2000000000", "range" }, { "3 1 0 3 3 3 3 1 0 0", "short" }, { "2 1 0 1000000 1000000", "short" },
        { "2 1 1 2 2 1 1 1 2 2 2 1 0 7 0 0 1 1 1 1 1 1 1 1 1", "range" }, { "2 1 2 2 2 3 CSparse 2-by-2, nzmax: 1 nnz: 1", "columns" },
        { "2 1 0 2 2 2 2 1 0 0 1 nan 1 0.5", "finite" }, { "2 1 0 2 2 2 2 1 0 0 1 1 1 -0.5", "mu" },
    };
    for (int k = 0; k < (int)(sizeof bad / sizeof *bad); k++) {
        slip_problem p;
        slip_error e = { 0 };
        slip_status status = slip_problem_read_bytes(&p, NULL, bad[k].text, strlen(bad[k].text), &e);
        ok(status == SLIP_INPUT && strstr(e.text, bad[k].part) && !strchr(e.text, '\n'), "refused: %s", e.text);
        if (!status) slip_problem_free(&p);
    }
}

static void test_answers(void)
{
    static const struct { const char *text; slip_status status; slip_claim claim; } cases[] = {
        { "status solved\n1\n-0.5\n", SLIP_OK, SLIP_CLAIM_SOLVED }, { "status gave-up\n1 2", SLIP_OK, SLIP_CLAIM_GAVE_UP }, { "status no-solution", SLIP_OK, SLIP_CLAIM_NO_SOLUTION },
        { "{\"r\":[1,-0.5]}", SLIP_OK, SLIP_CLAIM_SOLVED }, { "status solved", SLIP_INPUT, 0 }, { "status perfect 1 2", SLIP_INPUT, 0 }, { "status solved 1 2 3", SLIP_INPUT, 0 },
        { "status solved 1 x", SLIP_INPUT, 0 }, { "{\"r\":[1]}", SLIP_INPUT, 0 }, { "", SLIP_INPUT, 0 },
    };
    slip_problem p;
    slip_error e = { 0 };
    if (slip_problem_new(&p, 2, 1, 0, 0, true, &e)) bail_out("%s", e.text);
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++) {
        slip_answer a;
        slip_arena arena = { 0 };
        slip_status status = slip_answer_read(&a, &p, cases[k].text, strlen(cases[k].text), &arena, &e);
        ok(status == cases[k].status && (status || a.claim == cases[k].claim), "an answer '%s': %s", cases[k].text, status ? e.text : "read");
        slip_arena_free(&arena);
    }
    double r[2] = { 1, 0.25 };
    slip_origin o = { .r = r };
    slip_text file = { 0 };
    slip_answer a;
    slip_arena arena = { 0 };
    bool read = !slip_problem_write_fclib(&p, &o, &file, &e) && !slip_answer_read(&a, &p, file.s, file.length, &arena, &e);
    ok(read && a.r && a.r[0] == 1 && a.r[1] == 0.25 && !a.u, "an answer in FCLIB's /solution (%s)", e.text);
    slip_arena_free(&arena);
    slip_text_free(&file);
    slip_problem_free(&p);
}

/* A file of each format, cut at every byte and with bytes changed, through the entry point of the fuzzers: no crash, and what is read is written the same. */
static void test_damage(int reader, const char *text, size_t length)
{
    unsigned state = 7;
    char *copy = malloc(length + 1);
    for (size_t cut = 0; cut <= length; cut++) { memcpy(copy, text, cut); read_one(reader, copy, cut); }
    for (int k = 0; k < quick_or_full(3000, 100000); k++) {
        memcpy(copy, text, length);
        for (int j = 0; j < 1 + k % 4; j++) {
            state = state * 1664525u + 1013904223u;
            copy[(state >> 8) % length] = (state >> 29) & 1 ? "0123456789-.eE{}[]:,\" \n"[(state >> 3) % 23] : (char)(state >> 16);
        }
        read_one(reader, copy, length);
    }
    free(copy);
    ok(true, "reader %d: cut at each of %d bytes and changed, without a crash", reader, (int)length);
}

/* What the fuzzers found worth keeping: one input a line, in hexadecimal. */
static void test_corpus(int reader)
{
    const char *source = getenv("srcdir");
    char path[512];
    slip_text file = { 0 };
    slip_error e = { 0 };
    int inputs = 0, read = 0;
    snprintf(path, sizeof path, "%s/tests/fuzz/corpus%d.hex", source ? source : "..", reader);
    if (slip_file_read(path, 1 << 20, &file, &e)) { ok(false, "%s", e.text); return; }
    char *bytes = malloc(file.length / 2 + 1);
    for (const char *at = file.s; *at; at++) {
        size_t count = 0;
        for (unsigned byte; *at && *at != '\n' && sscanf(at, "%2x", &byte) == 1; at += 2) bytes[count++] = (char)byte;
        char *exact = malloc(count ? count : 1);        /* so that a step beyond the end is seen */
        memcpy(exact, bytes, count);
        read += read_one(reader, exact, count);
        free(exact);
        inputs++;
    }
    free(bytes);
    slip_text_free(&file);
    ok(inputs >= 20 && read > 0 && read < inputs, "reader %d: %d inputs of the fuzzers again, %d of them read", reader, inputs, read);
}

int main(void)
{
    slip_error e = { 0 };
    slip_problem p;
    plan(5 + 5 + 2 + 17 + 11 + 5 + 5);
    if (slip_start(&e)) bail_out("%s", e.text);
    test_json("point-mass"); test_json("cannonball:n=2"); test_json("linkage"); test_json("painleve-rod:mu=2"); test_json("random-lcp:n=6");
    test_siconos("cannonball:n=2", false, SLIP_STORE_SPARSE); test_siconos("point-mass", false, SLIP_STORE_DENSE);
    test_siconos("cannonball:n=2", true, SLIP_STORE_SPARSE); test_siconos("cannonball:n=2", true, SLIP_STORE_DENSE); test_siconos("cannonball:n=2", true, SLIP_STORE_BLOCK);
    test_columns();
    test_refused();
    test_answers();
    open_one(&p, "point-mass");
    slip_text text = { 0 }, json = { 0 }, dat = { 0 };
    p.law = SLIP_LAW_COULOMB; p.slip = NULL;
    if (slip_problem_text(&p, &text, &e) || slip_problem_write_json(&p, NULL, &json, &e) || slip_problem_write_siconos(&p, SLIP_STORE_SPARSE, &dat, &e)) bail_out("%s", e.text);
    test_damage(0, text.s, text.length);
    test_damage(1, json.s, json.length);
    test_damage(2, dat.s, dat.length);
    test_damage(3, "{\"claim\":\"solved\",\"law\":\"facets\",\"directions\":4,\"angle\":0,\"r\":[1,-0.5],\"u\":[0,0]}", 79);
    test_damage(4, "status solved\n1\n-0.5\n", 21);
    for (int reader = 0; reader < 5; reader++) test_corpus(reader);
    slip_text_free(&text); slip_text_free(&json); slip_text_free(&dat);
    slip_problem_free(&p);
    return done();
}
