import { z } from 'zod';

/** Version of the archive format. A program reads this version and earlier ones. */
export const formatVersion = 1;

/** Names of the first entry and of the last two, besides `tables/NAME.ndjson.gz` and `files/ID`. */
export const entryNames = { first: 'backup.json', manifest: 'manifest.json', sum: 'manifest.sha256' } as const;
/** Returns the name of a table's entry in the archive. */
export const tableEntry = (name: string): string => `tables/${name}.ndjson.gz`;
/** Returns the name of a file's entry in the archive. */
export const fileEntry = (id: string): string => `files/${id}`;

const countSchema = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const headSchema = z.object({
  format: z.literal('occhealth-lab-backup'),
  formatVersion: z.number().int().positive(),
  version: z.string(),
  madeAt: z.string(),
});

export const manifestSchema = headSchema.extend({
  database: z.enum(['pglite', 'postgres']),
  /** Migrations that were applied to the database. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Tables of the archive. `sha256` is the hash of the entry, `content` the hash of its uncompressed lines. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: countSchema,
      content: sha256,
      sha256,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  files: z.array(z.object({ id: z.string(), size: countSchema, sha256 })),
  /** Ids of files that the database contains and the store lacked. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Returns the number of rows in a backup. */
export const rowsIn = ({ tables }: Pick<Manifest, 'tables'>): number => tables.reduce((sum, { rows }) => sum + rows, 0);
