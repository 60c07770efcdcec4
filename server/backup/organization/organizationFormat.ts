import { z } from 'zod';

/** Version of the format (docs/organization-archive.md). */
export const organizationFormat = 1;

/** Names of the first entry and of the last two. */
export const organizationEntries = {
  first: 'organization.json',
  public: 'public.ndjson',
  manifest: 'manifest.json',
  sum: 'manifest.sha256',
} as const;
/** Returns the name of a table's entry. */
export const dataEntry = (table: string): string => `data/${table}.ndjson`;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const countSchema = z.number().int().nonnegative();

export const organizationHeadSchema = z.object({
  format: z.literal('occhealth-lab-organization'),
  formatVersion: z.number().int().positive(),
  version: z.string(),
  madeAt: z.string(),
  house: z.object({ id: z.number().int().positive(), name: z.string() }),
});

export const organizationManifestSchema = organizationHeadSchema.extend({
  /** Migrations that were applied to the database. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: countSchema,
    }),
  ),
  files: z.array(z.object({ id: z.string(), entry: z.string(), name: z.string(), size: countSchema, sha256 })),
  /** Ids of files that the store lacked; `altered` are files whose content differs from the upload. */
  missing: z.array(z.string()),
  altered: z.array(z.string()),
  /** All entries before the manifest, each with its hash. */
  entries: z.array(z.object({ name: z.string(), sha256 })),
});

export type OrganizationManifest = z.infer<typeof organizationManifestSchema>;

/** A row in the archive, with each value in the database's text form. */
export type TextRow = Record<string, string | null>;

/**
 * A common row to which rows of the organization refer, and the key by which another installation finds its own row.
 */
export interface PublicRow {
  readonly table: string;
  readonly id: string;
  /** Key among the built-in rows of the product; null for a row that a person added. */
  readonly builtIn: string | null;
  /** Columns that identify the row. */
  readonly key: readonly string[];
  readonly row: TextRow;
}

/** Returns the number of rows in an archive. */
export const organizationRows = ({ tables }: Pick<OrganizationManifest, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);
