/* hdf5.h: reading small pieces of an HDF5 file that may be hostile: every kind, rank and extent is checked first.
   SPDX-License-Identifier: GPL-3.0-or-later

   Only hard links are followed, so that nothing outside the file's image is opened.  All functions are false after a
   failure, with the sentence in in->error. */

#ifndef SLIP_HDF5_H
#define SLIP_HDF5_H

#include <hdf5.h>

#include "problems/problems.h"

typedef struct {
    hid_t file;
    slip_arena *arena;          /* what is read lives here */
    slip_error *error;
    slip_status status;
    bool narrow;                /* numbers of fewer bytes than a double were read */
    double numbers;             /* read so far: bounded, since a few bytes can state any extent */
} slip_h5;

bool slip_h5_open(slip_h5 *, const void *bytes, size_t count);                  /* from memory; arena and error are set */
void slip_h5_close(slip_h5 *);
bool slip_h5_fail(slip_h5 *, const char *format, ...) __attribute__((format(printf, 2, 3)));     /* always false */
bool slip_h5_exists(slip_h5 *, const char *path);                               /* no failure; false also for links we do not follow */
bool slip_h5_int(slip_h5 *, const char *path, long low, long high, int *out);   /* one whole number */
bool slip_h5_ints(slip_h5 *, const char *path, int **out, int *count);          /* absent: none */
bool slip_h5_doubles(slip_h5 *, const char *path, double **out, int *count);
bool slip_h5_string(slip_h5 *, const char *path, char **out);                   /* NULL: absent or no string; UTF-8, bytes that are not read as Latin-1 */
bool slip_h5_flag(slip_h5 *, const char *path, const char *attribute);          /* an attribute that is a whole number other than 0 */

#endif
