import { quantityText } from '@contract/print/paperEdition';
import { boundText } from './judgement/judgedValue';
import type { JudgedPost } from './judgement/judgeResults';
import { type TemplateSection, titledStandard } from './reportTexts';

// Sentences of 结论 and 超标分析 (DOMAIN §7.4), generated from the verdicts alone.

const postName = ({ workshop, place, hazardName }: Pick<JudgedPost, 'workshop' | 'place' | 'hazardName'>): string =>
  `${workshop ? `${workshop}` : ''}${place}${hazardName}`;

/** Lists 岗位和因素 with results that do not conform. */
export const failedPosts = (results: readonly JudgedPost[]): string =>
  results
    .filter(({ verdict }) => verdict === 'exceeds')
    .map(postName)
    .join('、');

const isOpen = ({ verdict }: JudgedPost): boolean => verdict === 'toVerify' || verdict === 'undetermined';

/** Lists 岗位和因素 with results that are 待核实 or 无法判定. */
export const openPosts = (results: readonly JudgedPost[]): string => results.filter(isOpen).map(postName).join('、');

const standardsOf = (results: readonly JudgedPost[]): string =>
  [
    ...new Set(
      results.flatMap(({ values }) => values.flatMap(({ standard }) => (standard ? [titledStandard(standard)] : []))),
    ),
  ].join('、');

const families = [
  { of: ['chemical', 'dust', 'biological'], measure: '空气中化学有害因素浓度' },
  { of: ['physical'], measure: '物理因素强度' },
  // All other factors with a limit: the tables contain them, so the conclusion mentions them.
  { of: ['radiation', 'other'], measure: '其他有害因素浓度（强度）' },
] as const;

function familySentence(results: readonly JudgedPost[], measure: string): string {
  const standards = standardsOf(results);
  const exceedingPosts = results.filter(({ verdict }) => verdict === 'exceeds');
  const conformingPosts = results.filter(({ verdict }) => verdict === 'conforms');
  if (!exceedingPosts.length && !conformingPosts.length) return '';
  // Open lines are named separately and never counted among 其余.
  const allJudged = exceedingPosts.length + conformingPosts.length === results.length;
  if (!exceedingPosts.length)
    return `${allJudged ? '所有' : '已判定的'}检测岗位（检测点）工作场所${measure}均符合${standards}的要求。`;
  const conformingText = conformingPosts.length
    ? `，其余${allJudged ? '' : '已判定的'}检测岗位（检测点）工作场所${measure}均符合${standards}的要求`
    : '';
  return conformingPosts.length
    ? `除${exceedingPosts.map(postName).join('、')}不符合${standards}的要求外${conformingText}。`
    : `${exceedingPosts.map(postName).join('、')}不符合${standards}的要求。`;
}

const listPosts = (results: readonly JudgedPost[], verdict: JudgedPost['verdict'], verdictText: string): string => {
  const posts = results.filter((post) => post.verdict === verdict);
  return posts.length ? `${posts.map(postName).join('、')}${verdictText}。` : '';
};

/**
 * Lists results that are not assessed: without a limit by the standard, or with a limit and for the reason on their
 * line.
 */
function notAssessedOf(results: readonly JudgedPost[]): string[] {
  const hasNoLimit = (post: JudgedPost): boolean => post.values.every(({ limitId }) => limitId === null);
  const otherPosts = results.filter((post) => post.verdict === 'notAssessed' && !hasNoLimit(post));
  return [
    listPosts(results.filter(hasNoLimit), 'notAssessed', '无职业接触限值，不予评价'),
    ...otherPosts.map((post) => {
      const reasons = [...new Set(post.values.flatMap(({ reason }) => reason ?? []))].join('；');
      return `${postName(post)}不予评价${reasons ? `（${reasons}）` : ''}。`;
    }),
  ];
}

/** Formats one paragraph per family of factors, followed by results that could not be judged. */
export function conclusionOf(results: readonly JudgedPost[]): string {
  return [
    ...families.map(({ of, measure }) =>
      familySentence(
        results.filter(({ category }) => (of as readonly string[]).includes(category)),
        measure,
      ),
    ),
    listPosts(results, 'toVerify', '的结果待核实'),
    listPosts(results, 'undetermined', '的结果无法判定'),
    ...notAssessedOf(results),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Sentence for "no exceedance". Posts without a verdict are named, never counted as compliant. */
function noExceedance(results: readonly JudgedPost[]): string {
  const undecidedPosts = results.filter(isOpen);
  if (!undecidedPosts.length) return '各检测岗位（检测点）均未发现超过职业接触限值的结果。';
  const othersSentence =
    undecidedPosts.length < results.length ? '其余检测岗位（检测点）未发现超过职业接触限值的结果。' : '';
  return `${undecidedPosts.map(postName).join('、')}的结果待核实或无法判定，不能得出是否超过职业接触限值的结论。${othersSentence}`;
}

/** Lists every exceedance with its multiple of the limit. */
export function exceedanceOf(results: readonly JudgedPost[]): string {
  const lines = results.flatMap((post) =>
    post.values
      .filter(({ verdict }) => verdict === 'exceeds')
      .map(
        (value) =>
          `${postName(post)}（${value.day}${value.point ? `，${value.point}` : ''}）：检测结果${quantityText(value.text, value.unit)}，${value.kind === 'illuminance' ? '标准值' : '接触限值'}${quantityText(boundText(value), value.unit)}${value.working ? `，${value.working}` : ''}${value.reason ? `（${value.reason}）` : ''}。`,
      ),
  );
  return lines.length ? lines.join('\n') : noExceedance(results);
}

/**
 * Lists the exceeding posts without a stated cause (GBZ 331-2024 5.2.7.3): the written section names neither post and
 * hazard nor a cause after them.
 * @param written 超标分析 as a person wrote it; null where only the generated list exists
 */
export function postsWithoutCause(results: readonly JudgedPost[], written: string | null): string[] {
  const paragraphs = (written ?? '').split('\n');
  const hasCause = ({ place, hazardName }: JudgedPost): boolean =>
    paragraphs.some((text) => text.includes(place) && text.includes(hazardName) && /原因|由于|因为/.test(text));
  const missingPosts = results.filter((post) => post.verdict === 'exceeds' && !hasCause(post));
  return [...new Set(missingPosts.map(postName))];
}

/** Returns the template sections that fit the results. The texts for 全部符合 apply only if no line is open. */
export function sectionsByVerdict(
  results: readonly JudgedPost[],
  assess: boolean,
): { readonly conclusion: TemplateSection; readonly advice: TemplateSection | null } {
  if (!assess) return { conclusion: 'conclusionPlain', advice: null };
  if (results.some(({ verdict }) => verdict === 'exceeds')) return { conclusion: 'conclusionBad', advice: 'adviceBad' };
  return results.some(isOpen)
    ? { conclusion: 'conclusionOpen', advice: 'adviceOpen' }
    : { conclusion: 'conclusionGood', advice: 'adviceGood' };
}

/** Replaces {names} in a template by facts of the report; an unknown name stays. */
export const fillIn = (template: string, placeholders: Readonly<Record<string, string>>): string =>
  template.replace(/\{([^{}]+)\}/g, (matched, name: string) => placeholders[name] ?? matched);
