import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import { openKeysOf } from '@contract/features/reports/judgement/openLines';
import type { ReportContent, WrittenSection } from '@contract/features/reports/reportContent';
import { sectionTitles } from '@contract/features/reports/reportDocument';

// Published texts contain no names of workers. They show the post, with the initial of the person who wore the
// sampler.

/** Returns the first character of the surname and two asterisks, however long the name: 张建国 → 张**. */
export const initialOf = (name: string): string => `${[...name.trim()][0] ?? ''}**`;

const splitNames = (person: string): string[] => person.split(/[、，,；;/\s]+/u).filter(Boolean);

/**
 * Extracts names of workers from the recorded 采样对象.
 * @param people recorded texts, possibly with several names in one
 * @param places workshops and posts; a post recorded instead of a person is not a name
 * @returns the names, longest first, so that a name that begins another one is not replaced first
 */
export function workerNames(people: readonly (string | null)[], places: readonly (string | null)[]): string[] {
  const names = new Set(people.flatMap((person) => splitNames(person ?? '')));
  return [...names]
    .filter((name) => !places.some((place) => place?.includes(name)))
    .sort((a, b) => b.length - a.length);
}

/** Returns the workers named in a report's results. */
const namedIn = ({ results }: Pick<ReportContent, 'results'>): string[] =>
  workerNames(
    results.flatMap(({ tests }) => tests.map(({ person }) => person)),
    results.flatMap(({ workshop, place }) => [workshop, place]),
  );

/**
 * Replaces names in a text by initials.
 * @param names names from `workerNames`; names of one character are skipped, because they occur in too many words
 */
export const withoutNames = (text: string, names: readonly string[]): string =>
  names.filter((name) => [...name].length > 1).reduce((text, name) => text.replaceAll(name, initialOf(name)), text);

function convertTexts<T>(value: T, convertText: (text: string) => string): T {
  if (typeof value === 'string') return convertText(value) as T;
  if (Array.isArray(value)) return value.map((item) => convertTexts(item, convertText)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, convertTexts(item, convertText)])) as T;
}

function publicPost(post: JudgedPost, names: readonly string[]): JudgedPost {
  const hideNames = (text: string) => withoutNames(text, names);
  const person = (nameText: string | null) =>
    nameText === null || !splitNames(nameText).some((name) => names.includes(name))
      ? nameText
      : splitNames(nameText).map(initialOf).join('、');
  return {
    ...post,
    notes: convertTexts(post.notes, hideNames),
    tests: post.tests.map((test) => ({ ...test, person: person(test.person) })),
    values: post.values.map((value) => ({
      ...value,
      point: person(value.point) ?? '',
      reason: convertTexts(value.reason, hideNames),
      working: hideNames(value.working),
    })),
  };
}

/**
 * Returns a report's content with initial and post in place of the names of workers.
 * @param moreNames further names, e.g. of other people whom the project sampled
 */
export function withoutWorkers(content: ReportContent, moreNames: readonly string[] = []): ReportContent {
  const names = [...new Set([...namedIn(content), ...moreNames])].sort((a, b) => b.length - a.length);
  if (names.length === 0) return content;
  const hideNames = (text: string) => withoutNames(text, names);
  const judgedPosts = content.results.map((post) => publicPost(post, names));
  // The key of a decision contains the place and person of its line, so the keys change too.
  const [before, after] = [[...openKeysOf(content.results).values()], [...openKeysOf(judgedPosts).values()]];
  const keyOf = (key: string): string => after[before.indexOf(key)] ?? key;
  const { decisions, gaps, posts, pictures, texts, correctionReason } = content;
  return {
    ...content,
    results: judgedPosts,
    texts: convertTexts(texts, hideNames),
    posts: convertTexts(posts, hideNames),
    correctionReason: convertTexts(correctionReason, hideNames),
    pictures: pictures.map((picture) => ({ ...picture, caption: hideNames(picture.caption) })),
    ...(gaps ? { gaps: convertTexts(gaps, hideNames) } : {}),
    ...(decisions
      ? {
          decisions: decisions.map((decision) => ({
            ...decision,
            key: keyOf(decision.key),
            words: hideNames(decision.words),
          })),
        }
      : {}),
  };
}

/** A line that differs between the signed and the public text. */
export interface HiddenLine {
  readonly where: string;
  readonly before: string;
  /** Text after the change; empty where the line is omitted. */
  readonly after: string;
}

const otherParts: Readonly<Record<string, string>> = {
  agency: '机构',
  unit: '用人单位',
  people: '项目人员',
  posts: '危害因素分布',
  decisions: '处理决定',
  gaps: '现场工作说明',
  pictures: '现场影像',
  correctionReason: '更正原因',
};
const sectionOf = (section: string): string =>
  (sectionTitles as Partial<Record<WrittenSection, string>>)[section as WrittenSection] ?? '声明';

/** Compares two texts line by line; texts with different numbers of lines are compared as a whole. */
function changedLines(location: string, before: string, after: string): HiddenLine[] {
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')];
  if (oldLines.length !== newLines.length) return [{ where: location, before, after }];
  return oldLines.flatMap((line, index) =>
    line === newLines[index] ? [] : [{ where: location, before: line, after: newLines[index] ?? '' }],
  );
}

function hiddenLinesOf(location: string, before: unknown, after: unknown): HiddenLine[] {
  if (before === after) return [];
  if (typeof before === 'string') return changedLines(location, before, typeof after === 'string' ? after : '');
  if (before === null || typeof before !== 'object') return [];
  return Object.entries(before).flatMap(([name, item]) =>
    hiddenLinesOf(location, item, (after as Record<string, unknown> | undefined)?.[name]),
  );
}

const postChanges = (post: JudgedPost, publishedPost: JudgedPost | undefined): HiddenLine[] =>
  post.values.flatMap((value, index) => {
    const location = [post.workshop, post.place, post.hazardName, value.day].filter(Boolean).join(' ');
    const { point = '', reason = null, working = '' } = publishedPost?.values[index] ?? {};
    return hiddenLinesOf(
      location,
      { point: value.point, reason: value.reason, working: value.working },
      { point, reason, working },
    );
  });

/**
 * Lists the differences between the signed paper and the public text.
 * @param content signed content
 * @param publicContent published content
 */
export function hiddenLines(content: ReportContent, publicContent: ReportContent): HiddenLine[] {
  const publicParts = publicContent as unknown as Record<string, unknown>;
  const ownParts = content as unknown as Record<string, unknown>;
  const files = new Set(publicContent.pictures.map(({ file }) => file));
  const shownCaptions = content.pictures.filter(({ file }) => files.has(file)).map(({ caption }) => caption);
  const hiddenLines = [
    ...content.results.flatMap((post, index) => postChanges(post, publicContent.results[index])),
    ...Object.entries(content.texts).flatMap(([section, text]) =>
      hiddenLinesOf(sectionOf(section), text, publicContent.texts[section as WrittenSection]),
    ),
    ...Object.entries(otherParts).flatMap(([name, location]) =>
      name === 'pictures'
        ? hiddenLinesOf(
            location,
            shownCaptions,
            publicContent.pictures.map(({ caption }) => caption),
          )
        : name === 'decisions'
          ? hiddenLinesOf(
              location,
              content.decisions?.map(({ words }) => words),
              publicContent.decisions?.map(({ words }) => words),
            )
          : hiddenLinesOf(location, ownParts[name], publicParts[name]),
    ),
    ...content.pictures
      .filter(({ file }) => !files.has(file))
      .map(({ caption, group }) => ({
        where: group === 'layout' ? '设备布局图' : group === 'sites' ? '采样点布置图' : '现场影像',
        before: caption,
        after: '',
      })),
  ];
  const key = ({ where, before, after }: HiddenLine) => JSON.stringify([where, before, after]);
  return [...new Map(hiddenLines.map((line) => [key(line), line])).values()];
}
