/* json.h: the little we add to jansson, which is used as it is elsewhere.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_JSON_H
#define SLIP_JSON_H

#include <jansson.h>

#include "base/base.h"

json_t *slip_json_number(double x);                             /* null when not finite (json_real(NaN) is NULL) */
slip_status slip_json_write(const json_t *, slip_text *out);     /* one line, shortest numbers that read back exactly; MEMORY or OK */
json_t *slip_json_vector(const double *x, int n);               /* NULL when out of memory */
slip_status slip_json_parse(json_t **out, const char *text, size_t count, const char *what, slip_error *);   /* duplicate keys refused */
slip_status slip_json_get_vector(const json_t *, int n, double *x, const char *what, slip_error *);           /* exactly n finite-or-null numbers; null gives NaN */

#endif
