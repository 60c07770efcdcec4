import { numbersOfSite } from './siteNumbers';

// Marks of a drawing of the sampling points (GBZ 331-2024 5.2.5.2 e): the number of a point at its place on a plan.

/** Place of a mark as shares of width and height, 0 to 1. */
export interface MarkPlace {
  readonly x: number;
  readonly y: number;
}

/** Marks by the numbers of their points. */
export type Marks = ReadonlyMap<string, MarkPlace>;

/** A point that a drawing shows. */
export interface SketchSite {
  readonly no: string;
  /** Workshop and place. */
  readonly name: string;
}

const withinPicture = (share: number): number => Math.min(1, Math.max(0, share));

/** Returns a place within the drawing. */
export const placeWithin = ({ x, y }: MarkPlace): MarkPlace => ({ x: withinPicture(x), y: withinPicture(y) });

/** Reads stored marks; a text that is no place is left out. */
export const marksOf = (placeTexts: Readonly<Record<string, string>> | null | undefined): Marks =>
  new Map(
    Object.entries(placeTexts ?? {}).flatMap(([no, text]) => {
      const [x = Number.NaN, y = Number.NaN] = text.split(' ').map(Number);
      return Number.isFinite(x) && Number.isFinite(y) ? [[no, placeWithin({ x, y })] as const] : [];
    }),
  );

/** Returns marks as they are stored, with four decimals. */
export const storedMarks = (marks: Marks): Record<string, string> =>
  Object.fromEntries([...marks].map(([no, { x, y }]) => [no, `${x.toFixed(4)} ${y.toFixed(4)}`]));

/** Returns the points of a plan by their numbers, each once, with the names of their places. */
export function sketchSites(
  rows: readonly {
    readonly siteNo: string | null;
    readonly points: number;
    readonly workshop: string | null;
    readonly place: string;
  }[],
): SketchSite[] {
  const names = new Map<string, string>();
  for (const { siteNo, points, workshop, place } of rows)
    for (const no of numbersOfSite(siteNo, points))
      if (!names.has(no)) names.set(no, [workshop, place].filter(Boolean).join(' '));
  return [...names].map(([no, name]) => ({ no, name })).sort((first, other) => first.no.localeCompare(other.no));
}

/** Returns the number of the first point without a mark; null if all have one. */
export const nextUnmarked = (sites: readonly SketchSite[], marks: Marks): string | null =>
  sites.find(({ no }) => !marks.has(no))?.no ?? null;

/** Texts of the drawing. */
export const sketchTexts = {
  draw: '绘制布点图',
  redraw: '修改布点图',
  title: '采样点布置图',
  grid: '空白网格',
  hint: '选择测点后在图上点击放置；拖动或用方向键移动，按Delete移除',
  noSites: '方案中还没有采样点，请先生成或插入方案内容',
  notPicture: '这个文件不是图片，不能作底图，请选择图片',
  unmarked: (count: number) => (count ? `还有${count}个测点没有标注` : '全部测点已标注'),
  mark: (no: string, name: string) => `测点${no}：${name}`,
} as const;
