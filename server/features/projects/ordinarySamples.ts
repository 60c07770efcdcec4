import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { blindSampleTable } from '@server/db/schema';

/**
 * Returns the condition that a sample is not a blind sample (密码样). What leaves the laboratory – reports, pushes,
 * checks of the field work – reads samples with this condition.
 * @param sample column with the sample's id
 */
export const isNotBlindSample = (sample: AnyPgColumn): SQL =>
  sql`not exists (select 1 from ${blindSampleTable} blind
    where blind.sample = ${sample} and blind.delete_time is null)`;
