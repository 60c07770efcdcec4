import { z } from 'zod';

/** Of the archive; a program reads this one and those before it. */
export const formatVersion = 1;

/** Entries beside `tables/NAME.ndjson.gz` and `files/ID`; the first, and the last two. */
export const entryNames = { first: 'backup.json', manifest: 'manifest.json', sum: 'manifest.sha256' } as const;
export const tableEntry = (name: string): string => `tables/${name}.ndjson.gz`;
export const fileEntry = (id: string): string => `files/${id}`;

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const headSchema = z.object({
  format: z.literal('occhealth-lab-backup'),
  formatVersion: z.number().int().positive(),
  version: z.string(),
  madeAt: z.string(),
});

export const manifestSchema = headSchema.extend({
  database: z.enum(['pglite', 'postgres']),
  /** As the database had applied them. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** `sha256` is the entry's, `content` that of its lines before they were packed. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: count,
      content: sha256,
      sha256,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  files: z.array(z.object({ id: z.string(), size: count, sha256 })),
  /** Files that the database knows and the store no longer had. */
  missing: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;

export const rowsIn = ({ tables }: Pick<Manifest, 'tables'>): number => tables.reduce((sum, { rows }) => sum + rows, 0);
