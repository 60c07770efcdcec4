import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { ownLayoutTexts } from '@contract/features/library/layoutWire';
import type { LayoutData } from '@contract/print/layoutFields';
import { layoutTexts } from '@contract/print/layoutTexts';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { paperLayoutTable, storedFileTable } from '@server/db/schema';
import { assertUnaltered } from '@server/files/fileHash';
import { conflict, Refusal } from '@server/http/errors';
import { fillLayout, layoutFormat } from '@server/print/layouts/fillLayout';
import type { LayoutFormat } from '@server/print/layouts/layoutParts';
import type { Services } from '@server/services';

// Own layouts (自定义版式): which version a paper has, and filling it.

export type StoredLayout = typeof paperLayoutTable.$inferSelect;

/**
 * Writes a moment with its milliseconds, `YYYY-MM-DD HH:mm:ss.sss`. A text without them is taken as the end of its
 * second.
 */
export const signingMoment = (moment: Date | string, zone: string): string =>
  typeof moment === 'string'
    ? `${moment}.999`
    : `${formatMoment(moment, zone)}.${String(moment.getMilliseconds()).padStart(3, '0')}`;

/** A paper that may have a layout. */
interface LaidOutPaper {
  readonly organizationId: number | null;
  readonly kind: string;
  /** Method of a laboratory record; null for other papers. */
  readonly methodKind: string | null;
  /** When the paper was signed, as `signingMoment` writes it; for a draft the present. */
  readonly signedAt: string;
}

/**
 * Returns the layout of a paper: the version that was approved and valid when the paper was signed. Older papers keep
 * theirs, since versions are never changed or deleted. A layout of the method precedes one for all methods, the
 * organization's own precedes one of the platform.
 */
export async function layoutOfPaper(
  services: Services,
  orm: Orm,
  { organizationId, kind, methodKind, signedAt }: LaidOutPaper,
): Promise<StoredLayout | undefined> {
  const table = paperLayoutTable;
  const owner =
    organizationId === null
      ? isNull(table.organizationId)
      : or(eq(table.organizationId, organizationId), isNull(table.organizationId));
  const method =
    methodKind === null ? isNull(table.methodKind) : or(eq(table.methodKind, methodKind), isNull(table.methodKind));
  const versions = await orm
    .select()
    .from(table)
    .where(
      and(
        owner,
        method,
        eq(table.kind, kind),
        inArray(table.state, ['published', 'retired']),
        lte(table.validFrom, signedAt.slice(0, 10)),
        isNull(table.deleteTime),
      ),
    );
  const { zone } = services.env;
  const textOf = (moment: Date | null) => (moment ? signingMoment(moment, zone) : null);
  // A version is valid from its day on, on the day of its approval from the approval on.
  const since = ({ approvedAt, validFrom }: StoredLayout): string => {
    const [approval, begin] = [textOf(approvedAt) ?? '9999', `${validFrom} 00:00:00.000`];
    return approval > begin ? approval : begin;
  };
  const valid = versions.filter((version) => since(version) <= signedAt);
  const rank = (version: StoredLayout) =>
    (version.organizationId === null ? 2 : 0) + (version.methodKind === null ? 1 : 0);
  for (const attempt of [0, 1, 2, 3]) {
    const [newest] = valid
      .filter((version) => rank(version) === attempt)
      .sort((one, other) => since(other).localeCompare(since(one)) || other.id - one.id);
    const retired = textOf(newest?.retiredAt ?? null);
    if (newest && (retired === null || retired > signedAt)) return newest;
  }
  return undefined;
}

/**
 * Returns the file of a layout.
 * @throws Refusal 409 without a file, 400 `layout` for another format, 409 `fileAltered`
 */
export async function layoutFile(
  services: Services,
  orm: Orm,
  { document }: Pick<StoredLayout, 'document'>,
): Promise<{ readonly bytes: Uint8Array; readonly format: LayoutFormat; readonly name: string }> {
  const [file] = document ? await orm.select().from(storedFileTable).where(eq(storedFileTable.id, document)) : [];
  const stream = file && (await services.files.read(file.id));
  if (!file || !stream) throw conflict(ownLayoutTexts.noFile);
  await assertUnaltered(services, file);
  const format = layoutFormat(file.name);
  if (!format) throw new Refusal(400, 'layout', layoutTexts.wrongFile);
  return { bytes: new Uint8Array(await new Response(stream).arrayBuffer()), format, name: file.name };
}

/** A filled layout. */
export interface FilledPaper {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: LayoutFormat;
}

/**
 * Fills a layout with the values of a paper.
 * @param pictures `data:` URLs (PNG or JPEG) of the paper's uploads, by id
 * @throws Refusal 400 `layout`, 409, 503
 */
export async function filledLayout(
  services: Services,
  orm: Orm,
  layout: StoredLayout,
  values: LayoutData,
  pictures: ReadonlyMap<string, string>,
): Promise<FilledPaper> {
  const { bytes, format } = await layoutFile(services, orm, layout);
  const ownValues = {
    版式受控编号: layout.controlNo ?? '',
    版式版次: String(layout.edition ?? ''),
    版式生效日期: layout.validFrom ?? '',
  };
  return { bytes: await fillLayout(bytes, format, { ...values, ...ownValues }, pictures), format };
}

export const officeTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
