import { timestamp } from 'drizzle-orm/pg-core';

/** Column of a moment: with time zone, to the millisecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
