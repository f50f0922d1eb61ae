/* hdf5.c: reading small pieces of an HDF5 file that may be hostile.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/hdf5.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STRING = 1 << 16 };             /* bytes of a string */
#define MOST_NUMBERS 6.4e7                  /* of all arrays together: 512 MB */

bool slip_h5_fail(slip_h5 *in, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!in->status) in->status = slip_fail(in->error, SLIP_INPUT, "%s", text);
    return false;
}

bool slip_h5_open(slip_h5 *in, const void *bytes, size_t count)
{
    in->file = H5I_INVALID_HID;
    H5PLset_loading_state(0);               /* no filter of the file's choice is loaded */
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    /* The library takes a void pointer but copies from it. */
    if (access >= 0 && H5Pset_fapl_core(access, 1 << 16, 0) >= 0 && H5Pset_file_image(access, (void *)bytes, count) >= 0)
        in->file = H5Fopen("image", H5F_ACC_RDONLY, access);
    if (access >= 0) H5Pclose(access);
    return in->file >= 0 ? true : slip_h5_fail(in, "the HDF5 file is damaged or cut short");
}

void slip_h5_close(slip_h5 *in)
{
    if (in->file >= 0) H5Fclose(in->file);
}

bool slip_h5_exists(slip_h5 *in, const char *path)
{
    char part[128];
    size_t length = strlen(path);
    if (length >= sizeof part) return false;
    for (size_t k = 1; k <= length; k++) {  /* every group on the way: HDF5 fails, loudly or not, when one is missing */
        if (k < length && path[k] != '/') continue;
        memcpy(part, path, k);
        part[k] = 0;
        H5L_info_t link;
        if (H5Lexists(in->file, part, H5P_DEFAULT) <= 0 || H5Lget_info(in->file, part, &link, H5P_DEFAULT) < 0) return false;
        if (link.type != H5L_TYPE_HARD) return false;
    }
    return true;
}

/* Bytes inside the file itself, stored whole or in chunks. */
static bool stored_here(hid_t set)
{
    hid_t how = H5Dget_create_plist(set);
    if (how < 0) return false;
    H5D_layout_t layout = H5Pget_layout(how);
    bool here = (layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED) && H5Pget_external_count(how) == 0;
    H5Pclose(how);
    return here;
}

/* Open a data set of numbers with one extent; *count how many. */
static hid_t open_numbers(slip_h5 *in, const char *path, bool whole, int *count)
{
    hid_t set = H5Dopen2(in->file, path, H5P_DEFAULT);
    if (set < 0) { slip_h5_fail(in, "%s is not a readable data set", path); return set; }
    hid_t type = H5Dget_type(set), space = H5Dget_space(set);
    H5T_class_t kind = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    hsize_t extent[H5S_MAX_RANK] = { 0 };
    int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : -1, longest = 0;
    if (rank > 0) rank = H5Sget_simple_extent_dims(space, extent, NULL);
    for (int k = 0; k < rank; k++) longest += extent[k] != 1;
    hssize_t points = space >= 0 ? H5Sget_simple_extent_npoints(space) : -1;
    bool good = false;
    if (kind != H5T_INTEGER && (whole || kind != H5T_FLOAT)) slip_h5_fail(in, "%s does not hold %s", path, whole ? "whole numbers" : "numbers");
    else if (rank < 0 || longest > 1) slip_h5_fail(in, "%s has %d extents; a vector is wanted", path, rank);
    else if (points < 0 || points > INT_MAX / 4 || (in->numbers += (double)points) > MOST_NUMBERS)
        slip_h5_fail(in, "%s is stated to hold more numbers than a problem file may", path);
    else if (!stored_here(set)) slip_h5_fail(in, "%s is stored outside the file, which slipstick does not follow", path);
    else good = true;
    if (good && kind == H5T_FLOAT && H5Tget_size(type) < sizeof(double)) in->narrow = true;
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    if (!good) { H5Dclose(set); return H5I_INVALID_HID; }
    *count = (int)points;
    return set;
}

static bool read_numbers(slip_h5 *in, const char *path, bool whole, void **out, int *count)
{
    *out = NULL;
    *count = 0;
    if (!slip_h5_exists(in, path)) return true;
    hid_t set = open_numbers(in, path, whole, count);
    if (set < 0) return false;
    *out = slip_arena_get(in->arena, (size_t)*count, 8);
    if (!*out) in->status = slip_fail(in->error, SLIP_MEMORY, "out of memory for %s", path);
    else if (*count && H5Dread(set, whole ? H5T_NATIVE_LLONG : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, *out) < 0)
        slip_h5_fail(in, "%s cannot be read: the file is damaged or cut short", path);
    H5Dclose(set);
    return !in->status;
}

bool slip_h5_doubles(slip_h5 *in, const char *path, double **out, int *count)
{
    void *x;
    if (!read_numbers(in, path, false, &x, count)) return false;
    *out = x;
    return true;
}

bool slip_h5_ints(slip_h5 *in, const char *path, int **out, int *count)
{
    void *x;
    *out = NULL;
    if (!read_numbers(in, path, true, &x, count)) return false;
    if (!x) return true;
    *out = SLIP_NEW(in->arena, int, *count);
    if (!*out) { in->status = slip_fail(in->error, SLIP_MEMORY, "out of memory for %s", path); return false; }
    const long long *wide = x;
    for (int k = 0; k < *count; k++) {
        if (wide[k] < INT_MIN || wide[k] > INT_MAX) return slip_h5_fail(in, "%s[%d] = %lld is out of range", path, k, wide[k]);
        (*out)[k] = (int)wide[k];
    }
    return true;
}

bool slip_h5_int(slip_h5 *in, const char *path, long low, long high, int *out)
{
    int *x, count;
    if (!slip_h5_ints(in, path, &x, &count)) return false;
    if (!x) return slip_h5_fail(in, "%s is missing", path);
    if (count != 1) return slip_h5_fail(in, "%s holds %d numbers, not one", path, count);
    if (*x < low || *x > high) return slip_h5_fail(in, "%s = %d is out of range", path, *x);
    *out = *x;
    return true;
}

/* Length of the UTF-8 character at s, or 0.  Overlong forms and surrogates are left to jansson to refuse. */
static int utf8_length(const unsigned char *s)
{
    int more = s[0] < 0x80 ? 0 : s[0] >= 0xc2 && s[0] < 0xe0 ? 1 : (s[0] & 0xf0) == 0xe0 ? 2 : s[0] >= 0xf0 && s[0] < 0xf5 ? 3 : -1;
    if (more == 2 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0))) return 0;
    if (more == 3 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))) return 0;
    for (int k = 1; k <= more; k++) if ((s[k] & 0xc0) != 0x80) return 0;
    return more + 1;
}

static char *as_utf8(slip_arena *arena, const char *bytes)
{
    char *out = SLIP_NEW(arena, char, 2 * strlen(bytes) + 1), *to = out;
    if (!out) return NULL;
    for (const unsigned char *s = (const unsigned char *)bytes; *s;) {
        int length = utf8_length(s);
        if (length == 0) { *to++ = (char)(0xc0 | *s >> 6); *to++ = (char)(0x80 | (*s & 0x3f)); s++; continue; }
        bool control = *s < 32 && *s != '\n' && *s != '\t';
        for (int k = 0; k < length; k++, s++) if (!control) *to++ = (char)*s;
    }
    *to = 0;
    return out;
}

bool slip_h5_string(slip_h5 *in, const char *path, char **out)
{
    *out = NULL;
    if (!slip_h5_exists(in, path)) return true;
    hid_t set = H5Dopen2(in->file, path, H5P_DEFAULT);
    if (set < 0) return true;
    hid_t type = H5Dget_type(set), space = H5Dget_space(set), memory = H5Tcopy(H5T_C_S1);
    bool variable = type >= 0 && H5Tis_variable_str(type) > 0;
    size_t size = type >= 0 ? H5Tget_size(type) : 0;
    if (type >= 0 && H5Tget_class(type) == H5T_STRING && space >= 0 && H5Sget_simple_extent_npoints(space) == 1 && stored_here(set) && memory >= 0
        && (variable || size < MOST_STRING)) {
        H5Tset_cset(memory, H5Tget_cset(type));
        if (variable) {
            char *text = NULL;
            if (H5Tset_size(memory, H5T_VARIABLE) >= 0 && H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text) >= 0 && text) {
                if (strlen(text) < MOST_STRING) *out = as_utf8(in->arena, text);
                H5free_memory(text);
            }
        } else {
            char *text = SLIP_NEW(in->arena, char, size + 1);
            if (text && H5Tset_size(memory, size + 1) >= 0 && H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0) *out = as_utf8(in->arena, text);
        }
    }
    if (memory >= 0) H5Tclose(memory);
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    H5Dclose(set);
    if (in->arena->failed) in->status = slip_fail(in->error, SLIP_MEMORY, "out of memory for %s", path);
    return !in->status;
}

bool slip_h5_flag(slip_h5 *in, const char *path, const char *attribute)
{
    long long x = 0;
    if (H5Aexists_by_name(in->file, path, attribute, H5P_DEFAULT) <= 0) return false;
    hid_t a = H5Aopen_by_name(in->file, path, attribute, H5P_DEFAULT, H5P_DEFAULT);
    if (a < 0) return false;
    hid_t type = H5Aget_type(a), space = H5Aget_space(a);
    bool set = true;                        /* an attribute that cannot be read is not taken for "no" */
    if (type >= 0 && H5Tget_class(type) == H5T_INTEGER && space >= 0 && H5Sget_simple_extent_npoints(space) == 1 && H5Aread(a, H5T_NATIVE_LLONG, &x) >= 0)
        set = x != 0;
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    H5Aclose(a);
    return set;
}
