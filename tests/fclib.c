/* fclib.c: tests of problems in FCLIB's HDF5 layout: round trips, every trap of real files, hostile files.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/fclib.h"
#include "tests/tap.h"

#include <hdf5.h>
#include <unistd.h>

/* ---- a small local file with one thing changed ---- */

typedef enum { PLAIN, TRIPLET, CSC, SPARE, UNSORTED, DOUBLED, ZEROS, WIDE, PACKED, ODD_TEXT, MATRIX_Q, SOLUTION, SHORT_SOLUTION, TWO_PROBLEMS, READABLE,
               REAL_SPACEDIM = READABLE, SPACEDIM, NO_SPACEDIM, NO_MU, LONG_Q, NAN_Q, NEGATIVE_MU, WORDS, SQUARE_Q, HUGE_Q, SMALL_W, FEW_POINTERS, WILD_POINTER,
               WILD_INDEX, MANY_ENTRIES, BOTH_SIDES, R_ALONE, EXTERNAL_LINK, SOFT_LOOP, EXTERNAL_DATA, GROUP_FOR_DATA, ROLLING, NOTHING, TWISTS } twist;

static const char *const words[] = {
    "as it is", "triplets", "by columns", "nzmax above the entries", "indices not in order", "an entry twice", "explicit zeros", "int64 and float32", "a packed triangle",
    "a description in Latin-1", "q as a matrix of one column", "a stored solution", "a stored solution of the wrong length", "a rolling problem beside it",
    "spacedim is a real number", "spacedim is 7", "no spacedim", "no mu", "q too long", "q not finite", "mu negative", "q of strings", "q a square", "q of 1e12 numbers",
    "W too small", "too few pointers", "a pointer beyond the end", "an index out of range", "more entries than stored", "a packed triangle with two sides", "R without V", "q behind an external link",
    "q a link to itself", "q in another file", "q a group", "rolling friction", "an empty file" };

static void put(hid_t f, const char *path, hid_t stored, hid_t memory, int rank, const hsize_t *extent, const void *x)
{
    hid_t how = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(rank, extent, NULL);
    if (extent[0] > 1000000) { hsize_t chunk = 1024; H5Pset_chunk(how, 1, &chunk); }
    hid_t set = H5Dcreate2(f, path, stored, space, H5P_DEFAULT, how, H5P_DEFAULT);
    if (set < 0 || (x && H5Dwrite(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0)) bail_out("cannot make %s", path);
    H5Dclose(set); H5Sclose(space); H5Pclose(how);
}

static void ints(hid_t f, const char *path, twist t, hsize_t count, const int *x) { put(f, path, t == WIDE ? H5T_STD_I64BE : H5T_STD_I32LE, H5T_NATIVE_INT, 1, &count, x); }
static void reals(hid_t f, const char *path, twist t, hsize_t count, const double *x) { put(f, path, t == WIDE ? H5T_IEEE_F32BE : H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &count, x); }
static void group(hid_t f, const char *path) { H5Gclose(H5Gcreate2(f, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)); }

/* The bytes of an open file, which is closed. */
static void take_image(hid_t f, slip_text *out)
{
    H5Fflush(f, H5F_SCOPE_LOCAL);
    ssize_t size = H5Fget_file_image(f, NULL, 0);
    char *image = malloc((size_t)size);
    if (!image || H5Fget_file_image(f, image, (size_t)size) != size) bail_out("no image");
    slip_text_put(out, image, (size_t)size);
    free(image);
    H5Fclose(f);
}

/* One contact in the plane, W = [2 1; 1 4], q = (-1, 0.5), mu = 0.25: all of them float32 numbers. */
static void make(twist t, slip_text *out)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 16, 0);
    hid_t f = H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    int d = t == SPACEDIM ? 7 : 2, two = t == SMALL_W ? 1 : 2, nz = -2, count = 4, length = 4, np = 3;
    int p[8] = { 0, 2, 4 }, i[8] = { 0, 1, 0, 1 };
    double x[8] = { 2, 1, 1, 4 }, q[3] = { -1, 0.5, 7 }, mu = t == NEGATIVE_MU ? -1 : 0.25, half[4] = { 0.5, 0, 0, 0 };
    if (t == TRIPLET || t == SPARE || t == DOUBLED || t == ZEROS || t == MANY_ENTRIES) {
        static const int column[8] = { 0, 0, 1, 1, 1 }, row[8] = { 0, 1, 0, 1, 1 };
        memcpy(p, column, sizeof p); memcpy(i, row, sizeof i);
        nz = np = length = 4;
        if (t == DOUBLED) { nz = np = length = 5; count = 5; x[3] = 3; x[4] = 1; }
        if (t == ZEROS) { nz = np = length = 5; count = 5; x[4] = 0; }
        if (t == SPARE) { count = 7; np = length = 7; x[4] = x[5] = x[6] = 99; }
        if (t == MANY_ENTRIES) nz = 100;
    }
    if (t == CSC) nz = -1;
    if (t == UNSORTED) { i[0] = 1; i[1] = 0; x[0] = 1; x[1] = 2; }
    if (t == PACKED) { p[1] = 1; p[2] = 3; i[0] = 0; i[1] = 0; i[2] = 1; x[1] = 1; x[2] = 4; length = count = 3; }
    if (t == FEW_POINTERS) np = 2;
    if (t == WILD_POINTER) p[1] = 1000;
    if (t == WILD_INDEX) i[3] = -5;
    if (t == NAN_Q) q[0] = NAN;
    if (t != NOTHING) {
        hsize_t one = 1, huge = 1000000000000, square[2] = { 2, 2 }, column[2] = { 2, 1 };
        group(f, "/fclib_local"); group(f, "/fclib_local/vectors"); group(f, "/fclib_local/W"); group(f, "/fclib_local/info");
        if (t == REAL_SPACEDIM) put(f, "/fclib_local/spacedim", H5T_IEEE_F64LE, H5T_NATIVE_INT, 1, &one, &d);
        else if (t != NO_SPACEDIM) ints(f, "/fclib_local/spacedim", t, 1, &d);
        ints(f, "/fclib_local/W/m", t, 1, &two); ints(f, "/fclib_local/W/n", t, 1, &two);
        ints(f, "/fclib_local/W/nz", t, 1, &nz); ints(f, "/fclib_local/W/nzmax", t, 1, &count);
        ints(f, "/fclib_local/W/p", t, (hsize_t)np, p); ints(f, "/fclib_local/W/i", t, (hsize_t)length, i); reals(f, "/fclib_local/W/x", t, (hsize_t)length, x);
        if (t != NO_MU) reals(f, "/fclib_local/vectors/mu", t, 1, &mu);
        if (t == WORDS) { hid_t s = H5Tcopy(H5T_C_S1); put(f, "/fclib_local/vectors/q", s, s, 1, column, "ab"); H5Tclose(s); }
        else if (t == SQUARE_Q) put(f, "/fclib_local/vectors/q", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 2, square, half);
        else if (t == MATRIX_Q) put(f, "/fclib_local/vectors/q", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 2, column, q);
        else if (t == HUGE_Q) put(f, "/fclib_local/vectors/q", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &huge, NULL);
        else if (t == EXTERNAL_LINK) H5Lcreate_external("/dev/zero", "/q", f, "/fclib_local/vectors/q", H5P_DEFAULT, H5P_DEFAULT);
        else if (t == SOFT_LOOP) H5Lcreate_soft("/fclib_local/vectors/q", f, "/fclib_local/vectors/q", H5P_DEFAULT, H5P_DEFAULT);
        else if (t == GROUP_FOR_DATA) group(f, "/fclib_local/vectors/q");
        else if (t == EXTERNAL_DATA) {
            hid_t how = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, column, NULL);
            H5Pset_external(how, "/dev/zero", 0, 16);
            H5Dclose(H5Dcreate2(f, "/fclib_local/vectors/q", H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT));
            H5Sclose(space); H5Pclose(how);
        } else reals(f, "/fclib_local/vectors/q", t, t == LONG_Q ? 3 : 2, q);
        if (t == PACKED || t == BOTH_SIDES) {
            int yes = 1;
            hid_t g = H5Gopen2(f, "/fclib_local/W", H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
            hid_t a = H5Acreate2(g, "symmetric_packed", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT);
            H5Awrite(a, H5T_NATIVE_INT, &yes);
            H5Aclose(a); H5Sclose(space); H5Gclose(g);
        }
        if (t == R_ALONE) group(f, "/fclib_local/R");
        if (t == ODD_TEXT) {
            hid_t s = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
            H5Tset_size(s, 6);
            hid_t set = H5Dcreate2(f, "/fclib_local/info/description", s, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
            H5Dwrite(set, s, H5S_ALL, H5S_ALL, H5P_DEFAULT, "\250a\001\303\266");     /* Latin-1, a control character, UTF-8 */
            H5Dclose(set); H5Sclose(space); H5Tclose(s);
        }
        if (t == SOLUTION || t == SHORT_SOLUTION) { group(f, "/solution"); reals(f, "/solution/r", t, t == SOLUTION ? 2 : 1, half); reals(f, "/solution/u", t, 2, half); }
        if (t == TWO_PROBLEMS) H5Lcreate_hard(f, "/fclib_local", f, "/fclib_global_rolling", H5P_DEFAULT, H5P_DEFAULT);
        if (t == ROLLING) H5Lmove(f, "/fclib_local", f, "/fclib_global_rolling", H5P_DEFAULT, H5P_DEFAULT);
    }
    take_image(f, out);
}

static void test_twist(twist t)
{
    slip_text file = { 0 };
    slip_problem p;
    slip_origin o = { 0 };
    slip_error e = { 0 };
    make(t, &file);
    slip_status status = slip_fclib_read(&p, &o, file.s, file.length, &e);
    if (t < READABLE) {
        double W[4] = { 0 };
        bool good = status == SLIP_OK && p.nc == 1 && p.d == 2 && p.W.x;
        if (good) slip_sparse_to_dense(&p.W, W);
        ok(good && W[0] == 2 && W[1] == 1 && W[2] == 1 && W[3] == 4 && p.q[0] == -1 && p.q[1] == 0.5 && p.mu[0] == 0.25, "%s: read (%s)", words[t], e.text);
        static const struct { twist t; slip_oddity what; } noted[] = { { SPARE, SLIP_ODDITY_NZMAX }, { UNSORTED, SLIP_ODDITY_UNSORTED }, { DOUBLED, SLIP_ODDITY_REPEATED_ENTRY },
            { ZEROS, SLIP_ODDITY_ZEROS }, { PACKED, SLIP_ODDITY_PACKED }, { SHORT_SOLUTION, SLIP_ODDITY_SOLUTION_LENGTH }, { WIDE, SLIP_ODDITY_FLOAT32 }, { ODD_TEXT, SLIP_ODDITY_NOT_ASCII },
            { TWO_PROBLEMS, SLIP_ODDITY_SECOND_PROBLEM } };
        int expected = SLIP_ODDITY_COUNT;
        for (size_t k = 0; k < sizeof noted / sizeof *noted; k++) if (noted[k].t == t) expected = (int)noted[k].what;
        ok(expected == SLIP_ODDITY_COUNT ? o.notes == 0 : o.notes > 0 && (int)o.note[0].what == expected, "%s: %s", words[t], o.notes ? o.note[0].text : "nothing to note");
        if (t == ODD_TEXT) is_str(o.description, "\302\250a\303\266", "its description is UTF-8");
        if (t == SOLUTION) ok(o.r && o.u && o.r[0] == 0.5 && o.u[1] == 0, "its solution is kept");
        if (t == SHORT_SOLUTION) ok(!o.r && o.u, "its r is left out");
    } else {
        is_int(status, SLIP_INPUT, "%s: refused", words[t]);
        ok(strlen(e.text) > 10 && !strchr(e.text, '\n'), "%s: %s", words[t], e.text);
    }
    if (!status) { slip_problem_free(&p); slip_origin_free(&o); }
    slip_text_free(&file);
}

/* M = 2 I, H = I, by rows: one contact in the plane. */
static void test_rows(void)
{
    slip_text file = { 0 };
    slip_problem p;
    slip_origin o = { 0 };
    slip_error e = { 0 };
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 16, 0);
    hid_t f = H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    static const int d = 2, two = 2, rows = -2, pointer[3] = { 0, 1, 2 }, index[2] = { 0, 1 };
    static const double M[2] = { 2, 2 }, H[2] = { 1, 1 }, mu = 0.5, zero[2] = { 0, 0 };
    group(f, "/fclib_global"); group(f, "/fclib_global/vectors");
    ints(f, "/fclib_global/spacedim", PLAIN, 1, &d);
    for (int k = 0; k < 2; k++) {
        char path[64];
        const char *name = k ? "/fclib_global/H" : "/fclib_global/M";
        group(f, name);
#define PART(word) (snprintf(path, sizeof path, "%s/%s", name, word), path)
        ints(f, PART("m"), PLAIN, 1, &two); ints(f, PART("n"), PLAIN, 1, &two); ints(f, PART("nz"), PLAIN, 1, &rows); ints(f, PART("nzmax"), PLAIN, 1, &two);
        ints(f, PART("p"), PLAIN, 3, pointer); ints(f, PART("i"), PLAIN, 2, index); reals(f, PART("x"), PLAIN, 2, k ? H : M);
#undef PART
    }
    reals(f, "/fclib_global/vectors/mu", PLAIN, 1, &mu); reals(f, "/fclib_global/vectors/f", PLAIN, 2, zero); reals(f, "/fclib_global/vectors/w", PLAIN, 2, zero);
    take_image(f, &file);
    bool read = !slip_fclib_read(&p, &o, file.s, file.length, &e);
    ok(read && o.notes == 2 && o.note[0].what == SLIP_ODDITY_GLOBAL_ROWS && o.note[1].what == SLIP_ODDITY_GLOBAL_ROWS && p.M.x[1] == 2, "a global problem by rows: %s", read ? o.note[0].text : e.text);
    if (read) { slip_problem_free(&p); slip_origin_free(&o); }
    slip_text_free(&file);
}

/* ---- damage ---- */

static void test_damage(void)
{
    slip_text file = { 0 };
    int cuts = quick_or_full(60, 100000), flips = quick_or_full(150, 5000), other = 0, read = 0;
    unsigned state = 1;
    slip_problem p;
    slip_error e;
    make(SOLUTION, &file);
    size_t step = file.length / (size_t)cuts ? file.length / (size_t)cuts : 1;
    for (size_t cut = 0; cut < file.length; cut += step) {
        slip_status status = slip_fclib_read(&p, NULL, file.s, cut, &e);
        other += status != SLIP_INPUT;
        if (!status) slip_problem_free(&p);
    }
    is_int(other, 0, "every cut file is refused as bad input");
    other = 0;
    for (int k = 0; k < flips; k++) {
        char *copy = malloc(file.length);
        memcpy(copy, file.s, file.length);
        for (int j = 0; j < 4; j++) {
            state = state * 1664525u + 1013904223u;
            size_t where = (state >> 8) % file.length;
            state = state * 1664525u + 1013904223u;
            copy[where] = (char)(state >> 16);
        }
        slip_status status = slip_fclib_read(&p, NULL, copy, file.length, &e);
        read += status == SLIP_OK;
        other += status != SLIP_OK && status != SLIP_INPUT;
        if (!status) slip_problem_free(&p);
        free(copy);
    }
    is_int(other, 0, "%d files with changed bytes: %d still read, the others refused as bad input", flips, read);
    slip_text_free(&file);
}

/* ---- round trips ---- */

static bool same_again(const slip_problem *p, const slip_origin *o)
{
    slip_text file = { 0 };
    slip_problem back;
    slip_origin beside = { 0 };
    slip_error e = { 0 };
    char a[65] = "a", b[65] = "b";
    bool same = false;
    if (slip_problem_write_fclib(p, o, &file, &e) || slip_fclib_read(&back, &beside, file.s, file.length, &e)) diag("%s", e.text);
    else {
        int m = slip_problem_m(p);
        same = !slip_problem_hash(p, a, &e) && !slip_problem_hash(&back, b, &e) && !strcmp(a, b);
        if (o && o->title) same = same && beside.title && !strcmp(o->title, beside.title);
        if (o && o->r) same = same && beside.r && !memcmp(o->r, beside.r, (size_t)m * sizeof *o->r);
        if (o && o->u) same = same && beside.u && !memcmp(o->u, beside.u, (size_t)m * sizeof *o->u);
        slip_problem_free(&back);
        slip_origin_free(&beside);
    }
    slip_text_free(&file);
    return same;
}

static void test_round(const char *name)
{
    slip_problem p;
    slip_error e = { 0 };
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s: %s", name, e.text);
    p.law = SLIP_LAW_COULOMB;
    p.dirs = (slip_dirs){ p.d == 3 ? 4 : 2, 0 };
    p.level = SLIP_LEVEL_VELOCITY;
    ok(same_again(&p, NULL), "%s: written and read again, bit for bit", name);
    slip_problem_free(&p);
}

/* W = [2 1; 1 4] with one joint: V = (1, 0)', R = (3), s = (-2); and no contacts at all. */
static void test_local(void)
{
    slip_problem p;
    slip_error e = { 0 };
    static const double W[] = { 2, 1, 1, 4 }, V[] = { 1, 0 }, R[] = { 3 };
    if (slip_problem_new(&p, 2, 1, 0, 1, true, &e)) bail_out("%s", e.text);
    slip_sparse_from_dense(&p.W, SLIP_CSC, 2, 2, W, &p.arena, &e);
    slip_sparse_from_dense(&p.V, SLIP_CSC, 2, 1, V, &p.arena, &e);
    slip_sparse_from_dense(&p.R, SLIP_CSC, 1, 1, R, &p.arena, &e);
    p.q[0] = -1; p.q[1] = 0x1.3333333333333p-3; p.s[0] = -2;
    double r[2] = { 1, 5e-324 }, u[2] = { -0.0, 1e308 };
    slip_origin o = { .title = "two words", .r = r, .u = u };
    ok(same_again(&p, &o), "a local problem with a joint and a solution: the same again");
    p.law = SLIP_LAW_CONE;
    p.mu[0] = 0.3;                      /* without friction all laws are one */
    slip_text file = { 0 };
    is_int(slip_problem_write_fclib(&p, NULL, &file, &e), SLIP_INPUT, "another law is refused: %s", e.text);
    slip_text_free(&file);
    slip_problem_free(&p);
    if (slip_problem_new(&p, 3, 0, 0, 0, true, &e)) bail_out("%s", e.text);
    ok(same_again(&p, NULL), "no contacts, local: the same again");
    slip_problem_free(&p);
}

/* M = 4 I + shifts of 1 above and 0.5 below the diagonal, in one part of 70 rows: M v = H r + f must hold for this M, not for a triangle of it. */
static void test_unsymmetric(void)
{
    enum { N = 70 };
    static double M[N * N], H[N * 2];
    double r[2] = { 1, -0.25 }, v[N], u[2], most = 0;
    slip_problem p;
    slip_error e = { 0 };
    if (slip_problem_new(&p, 2, 1, N, 0, false, &e)) bail_out("%s", e.text);
    for (int i = 0; i < N; i++) {
        M[i * N + i] = 4;
        if (i > 0) { M[i * N + i - 1] = 1; M[(i - 1) * N + i] = 0.5; }
        p.f[i] = i % 5;
    }
    H[3] = 1; H[N + 40] = 1;
    slip_sparse_from_dense(&p.M, SLIP_CSC, N, N, M, &p.arena, &e);
    slip_sparse_from_dense(&p.H, SLIP_CSC, N, 2, H, &p.arena, &e);
    p.foreign = true;
    if (slip_problem_check(&p, &e) || slip_problem_recover(&p, r, NULL, false, v, u, &e)) diag("%s", e.text);
    else {
        double left[N] = { 0 };
        for (int i = 0; i < N; i++) left[i] = -p.f[i];
        slip_sparse_gaxpy(1, &p.M, v, left);
        slip_sparse_gaxpy(-1, &p.H, r, left);
        for (int i = 0; i < N; i++) most = fmax(most, fabs(left[i]));
    }
    ok(p.asymmetry > 0.1 && e.status == SLIP_OK && most <= 1e-13, "an unsymmetric M is used as it is (residual %g)", most);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error error;
    plan(2 * TWISTS + 3 + 1 + 2 + 6 + 1);
    if (slip_start(&error)) bail_out("%s", error.text);
    for (int t = 0; t < TWISTS; t++) test_twist((twist)t);
    test_rows();
    test_damage();
    test_round("point-mass");
    test_round("cannonball:n=2");
    test_round("linkage");
    test_local();
    test_unsymmetric();
    return done();
}
