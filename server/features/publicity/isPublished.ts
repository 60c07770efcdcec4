import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { publicityStatus } from '@contract/features/publicity/publicityWire';

interface PublicationColumns {
  readonly status: AnyPgColumn;
  readonly deleteTime: AnyPgColumn;
}

/** Returns the condition for published, undeleted rows of any organization. */
export const isPublished = ({ status, deleteTime }: PublicationColumns): SQL | undefined =>
  and(eq(status, publicityStatus.published), isNull(deleteTime));
