/* fclib_write.c: a problem, and a solution if there is one, in FCLIB's HDF5 layout.
   SPDX-License-Identifier: GPL-3.0-or-later

   The file is made in memory, so that it appears on disk whole or not at all.  W is written by rows (nz = -2), the
   other matrices as triplets: the forms that the readers in use all accept. */

#include "problems/fclib.h"

#include <hdf5.h>
#include <stdio.h>
#include <string.h>

typedef struct { hid_t file; bool failed; slip_arena arena; } writer;

static void group(writer *out, const char *path)
{
    hid_t g = H5Gcreate2(out->file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (g < 0) out->failed = true;
    else H5Gclose(g);
}

static void put(writer *out, const char *path, const char *name, hid_t stored, hid_t memory, const void *x, int count)
{
    char full[96];
    hsize_t extent = (hsize_t)count;
    snprintf(full, sizeof full, "%s/%s", path, name);
    hid_t space = H5Screate_simple(1, &extent, NULL);
    hid_t set = space < 0 ? H5I_INVALID_HID : H5Dcreate2(out->file, full, stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (set < 0 || (count && H5Dwrite(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0)) out->failed = true;
    if (set >= 0) H5Dclose(set);
    if (space >= 0) H5Sclose(space);
}

static void ints(writer *out, const char *path, const char *name, const int *x, int count) { put(out, path, name, H5T_STD_I32LE, H5T_NATIVE_INT, x, count); }
static void doubles(writer *out, const char *path, const char *name, const double *x, int count) { put(out, path, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, x, count); }

static void string(writer *out, const char *path, const char *name, const char *text)
{
    char full[96];
    snprintf(full, sizeof full, "%s/%s", path, name);
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR), set = H5I_INVALID_HID;
    if (type >= 0 && space >= 0 && H5Tset_size(type, strlen(text) + 1) >= 0)
        set = H5Dcreate2(out->file, full, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (set < 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0) out->failed = true;
    if (set >= 0) H5Dclose(set);
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
}

static void matrix(writer *out, const char *root, const char *name, const slip_sparse *a, slip_layout layout, int rows, int cols)
{
    char path[64];
    slip_sparse b = { 0 }, none;
    snprintf(path, sizeof path, "%s/%s", root, name);
    if (!a->x) {                                /* without contacts there is nothing stored */
        if (slip_sparse_new(&none, SLIP_CSC, rows, cols, 0, &out->arena, NULL)) { out->failed = true; return; }
        a = &none;
    }
    if (slip_sparse_convert(&b, a, layout, &out->arena, NULL)) { out->failed = true; return; }
    int nz = layout == SLIP_TRIPLET ? b.nz : -2;
    group(out, path);
    ints(out, path, "nzmax", &b.nz, 1);
    ints(out, path, "m", &b.rows, 1);
    ints(out, path, "n", &b.cols, 1);
    ints(out, path, "nz", &nz, 1);
    ints(out, path, "p", b.p, layout == SLIP_TRIPLET ? b.nz : b.rows + 1);
    ints(out, path, "i", b.i, b.nz);
    doubles(out, path, "x", b.x, b.nz);
}

static void problem(writer *out, const slip_problem *p, const slip_origin *o)
{
    bool global = slip_problem_global(p);
    const char *root = global ? "/fclib_global" : "/fclib_local";
    char vectors[64], info[64];
    int m = slip_problem_m(p);
    snprintf(vectors, sizeof vectors, "%s/vectors", root);
    snprintf(info, sizeof info, "%s/info", root);
    group(out, root);
    ints(out, root, "spacedim", &p->d, 1);
    group(out, vectors);
    doubles(out, vectors, "mu", p->mu, p->nc);
    if (global) {
        matrix(out, root, "M", &p->M, SLIP_TRIPLET, p->n, p->n);
        matrix(out, root, "H", &p->H, SLIP_TRIPLET, p->n, m);
        if (p->p) matrix(out, root, "G", &p->G, SLIP_TRIPLET, p->n, p->p);
        doubles(out, vectors, "f", p->f, p->n);
        doubles(out, vectors, "w", p->w, m);
        if (p->p) doubles(out, vectors, "b", p->b, p->p);
    } else {
        matrix(out, root, "W", &p->W, SLIP_CSR, m, m);
        if (p->p) { matrix(out, root, "V", &p->V, SLIP_TRIPLET, m, p->p); matrix(out, root, "R", &p->R, SLIP_TRIPLET, p->p, p->p); }
        doubles(out, vectors, "q", p->q, m);
        if (p->p) doubles(out, vectors, "s", p->s, p->p);
    }
    group(out, info);
    string(out, info, "title", o && o->title ? o->title : p->name ? p->name : "");
    string(out, info, "description", o && o->description ? o->description : "");
    string(out, info, "math_info", o && o->math_info ? o->math_info : "");
    if (o && (o->r || o->u)) {
        group(out, "/solution");
        if (o->u) doubles(out, "/solution", "u", o->u, m);
        if (o->r) doubles(out, "/solution", "r", o->r, m);
        if (o->v && p->n) doubles(out, "/solution", "v", o->v, p->n);
        if (o->l && p->p) doubles(out, "/solution", "l", o->l, p->p);
    }
}

slip_status slip_coulomb_only(const slip_problem *p, const char *format, slip_error *error)
{
    if (p->d == 1) return slip_fail(error, SLIP_INPUT, "%s has no contacts of dimension 1: use text or JSON", format);
    if (!slip_law_same(p, p->law, p->dirs, SLIP_LAW_COULOMB, p->dirs))
        return slip_fail(error, SLIP_INPUT, "%s knows Coulomb's law only, not '%s': use text or JSON", format, slip_law_name(p->law));
    if (p->slip) return slip_fail(error, SLIP_INPUT, "%s has no given slip directions: use text or JSON", format);
    if (p->bilateral) return slip_fail(error, SLIP_INPUT, "%s has no bilateral contacts with friction: use text or JSON", format);
    return SLIP_OK;
}

slip_status slip_problem_write_fclib(const slip_problem *p, const slip_origin *origin, slip_text *text, slip_error *error)
{
    slip_status status = slip_coulomb_only(p, "FCLIB", error);
    if (status) return status;
    writer out = { .file = H5I_INVALID_HID };
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access >= 0 && H5Pset_fapl_core(access, 1 << 16, 0) >= 0) out.file = H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    if (access >= 0) H5Pclose(access);
    out.failed = out.file < 0;
    if (!out.failed) problem(&out, p, origin);
    if (!out.failed) out.failed = H5Fflush(out.file, H5F_SCOPE_LOCAL) < 0;
    ssize_t size = out.failed ? -1 : H5Fget_file_image(out.file, NULL, 0);
    char *image = size > 0 ? slip_malloc((size_t)size) : NULL;
    if (!image || H5Fget_file_image(out.file, image, (size_t)size) != size) out.failed = true;
    else slip_text_put(text, image, (size_t)size);
    slip_free(image);
    if (out.file >= 0) H5Fclose(out.file);
    slip_arena_free(&out.arena);
    return out.failed || text->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while writing an FCLIB file") : SLIP_OK;
}
