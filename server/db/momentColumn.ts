import { timestamp } from 'drizzle-orm/pg-core';

/** Column of a moment: with time zone, to the millisecond. */
export const momentColumn = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
