/* plot.h: what the drawings for paper and for a terminal share; private to plot.c and plot_text.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_PLOT_H
#define SLIP_PLOT_H

#include "reports/reports.h"

enum { SLIP_PLOT_MARKS = 12 };      /* vertical lines drawn, at most */

/* A line is the k-th that has a name; what has none looks like the one before it. */
int  slip_plot_style(const slip_figure *, int curve);
int  slip_plot_order(const slip_figure *, int marks[SLIP_PLOT_MARKS]);      /* the marks from left to right; how many */
/* Everything but the terminal.  For a terminal of characters without title, names and key: those are words, and stand around the drawing. */
slip_status slip_plot_script(slip_text *, const slip_figure *, bool characters, slip_error *);

#endif
