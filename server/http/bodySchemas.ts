import { z } from 'zod';

// Values that many bodies of calls contain.

/** Largest id of a row, the maximum of PostgreSQL's `integer`. */
const maxId = 2_147_483_647;

/**
 * Returns the schema of a row's id.
 * @param message refusal for anything that is no whole number
 */
export const idField = (message: string) =>
  z
    .int({ error: () => message })
    .positive()
    .max(maxId);

/** Id of a row that the page sends by itself, so a missing one is no mistake of the person. */
export const idSchema = idField('请求不完整，请刷新页面后重试');

/** Version of the row that the page showed. */
export const versionField = z.int({ error: () => '缺少版本号，请刷新后重试' }).min(0);
