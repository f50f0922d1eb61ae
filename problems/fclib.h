/* fclib.h: file formats of others, for file.c: bytes in, a problem and what came beside it out.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_FCLIB_H
#define SLIP_FCLIB_H

#include "base/json.h"
#include "problems/problems.h"

slip_status slip_fclib_read(slip_problem *out, slip_origin *origin /* or NULL */, const void *bytes, size_t count, slip_error *);

slip_status slip_fclib_answer(slip_answer *, const slip_problem *, const char *bytes, size_t count, slip_arena *, slip_error *);
slip_status slip_siconos_read(slip_problem *out, slip_origin *origin /* or NULL */, const char *text, size_t count, slip_error *);
slip_status slip_problem_read_json(slip_problem *out, slip_origin *origin /* or NULL */, const char *text, size_t count, slip_error *);

/* INPUT with a sentence when the problem has more than unilateral contacts with Coulomb's friction in 2D or 3D (fclib_write.c). */
slip_status slip_coulomb_only(const slip_problem *, const char *format, slip_error *);

/* origin.c: notes are kept in the order they come; the form is one line of JSON. */
void slip_origin_note(slip_origin *, slip_oddity, const char *format, ...) __attribute__((format(printf, 3, 4)));
slip_status slip_origin_write(const slip_origin *, const slip_problem *, slip_text *out, slip_error *);
slip_status slip_origin_read(slip_origin *, const slip_problem *, const char *text, size_t count, slip_error *);
bool slip_origin_put(const slip_origin *, const slip_problem *, json_t *object);                    /* true: out of memory */
slip_status slip_origin_take(slip_origin *, const slip_problem *, const json_t *object /* NULL: empty */, slip_error *);

#endif
