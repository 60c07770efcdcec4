import { and, inArray, isNull } from 'drizzle-orm';
import type { ReportPicture } from '@contract/features/reports/reportContent';
import { isPrintable, leftOutOfReport, scenesLeftOut } from '@contract/print/printedPicture';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { storedFileTable } from '@server/db/schema';
import { type ImageSize, imageSize } from '@server/files/pictures/imageSize';
import { drawableBytes, drawnColumns } from '@server/print/drawableUploads';
import type { Services } from '@server/services';
import { partsOf } from './sourceParts';

/** Number of first bytes that contain the size of most pictures; a telephone may write its metadata before it. */
const headBytes = 262_144;

/** Returns the size of a stored picture in upright orientation; undefined for a picture that can't be drawn. */
async function measuredSizeOf(
  services: Services,
  { id, size }: { readonly id: string; readonly size: number },
): Promise<ImageSize | undefined> {
  for (const length of size > headBytes ? [headBytes, size] : [size]) {
    const stream = await services.files.read(id, { first: 0, last: length - 1 });
    const measuredSize = stream && imageSize(Buffer.from(await new Response(stream).arrayBuffer()));
    if (measuredSize && measuredSize.height > 0) return measuredSize;
  }
  return undefined;
}

/** Returns width divided by height of printable pictures, null for films. Leaves out other files. */
async function ratiosOf(services: Services, orm: Orm, files: readonly string[]): Promise<Map<string, number | null>> {
  const storedFiles = files.length
    ? await orm
        .select(drawnColumns)
        .from(storedFileTable)
        .where(and(inArray(storedFileTable.id, [...files]), isNull(storedFileTable.deleteTime)))
    : [];
  const ratios = new Map<string, number | null>();
  for (const file of storedFiles) {
    const { id, mime } = file;
    if (mime.startsWith('video/')) ratios.set(id, null);
    if (!isPrintable(mime)) continue;
    if (mime === 'image/png' && !(await drawableBytes(services, file))) continue;
    const measuredSize = await measuredSizeOf(services, file);
    if (measuredSize) ratios.set(id, measuredSize.width / measuredSize.height);
  }
  return ratios;
}

/** Drawings of the survey that a report shows. */
const drawingGroups = ['layout', 'location', 'sitePlan', 'sites'] as const;

/** Highest number of site photographs in a report. Other photographs stay in the project. */
const maxScenes = 12;

/** Returns the drawings and up to twelve site photographs of a project, with sentences about those left out. */
export async function picturesOf(
  context: CrudContext,
  orm: Orm,
  projectId: number,
): Promise<{ pictures: ReportPicture[]; leftOut: string[] }> {
  const [files, media] = [
    await partsOf(context, orm, 'surveyFile', projectId),
    await partsOf(context, orm, 'siteMedia', projectId),
  ];
  const layouts = files.flatMap(({ fileKind, content, title, marks }) => {
    const group = drawingGroups.find((drawingGroup) => drawingGroup === fileKind);
    // Of the plan's drawings those with marks: their points can be told from each other.
    if (!group || (group === 'sites' && !marks)) return [];
    const places = group === 'sites' ? { marks: marks as Readonly<Record<string, string>> } : {};
    return [{ file: String(content), group, caption: String(title ?? ''), ...places }];
  });
  const scenes = media.map(({ content, place, takenAt, remark }) => ({
    file: String(content),
    group: 'scene' as const,
    caption: [place, remark, String(takenAt ?? '').slice(0, 16)].filter(Boolean).join('　'),
  }));
  const ratios = await ratiosOf(
    context.services,
    orm,
    [...layouts, ...scenes].map(({ file }) => file),
  );
  const allPictures = [...layouts, ...scenes];
  const drawablePictures = allPictures.flatMap((picture) => {
    const ratio = ratios.get(picture.file);
    return typeof ratio === 'number' ? [{ ...picture, ratio }] : [];
  });
  const undrawableCaptions = allPictures.filter(({ file }) => !ratios.has(file)).map(({ caption }) => caption);
  const photographs = drawablePictures.filter(({ group }) => group === 'scene');
  return {
    pictures: [...drawablePictures.filter(({ group }) => group !== 'scene'), ...photographs.slice(0, maxScenes)],
    leftOut: [
      ...(undrawableCaptions.length ? [leftOutOfReport(undrawableCaptions)] : []),
      ...(photographs.length > maxScenes ? [scenesLeftOut(maxScenes, photographs.length)] : []),
    ],
  };
}
