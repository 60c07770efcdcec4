import { quantityText } from '@contract/print/paperEdition';
import { boundText } from '../judgement/judgedValue';
import type { JudgedPost } from '../judgement/judgeResults';
import { isOpen, postName } from './postNames';

// Sentences of 超标分析 (DOMAIN §7.4), generated from the verdicts alone.

/** Sentence for "no exceedance". Posts without a verdict are named, never counted as compliant. */
function noExceedance(judgedPosts: readonly JudgedPost[]): string {
  const undecidedPosts = judgedPosts.filter(isOpen);
  if (!undecidedPosts.length) return '各检测岗位（检测点）均未发现超过职业接触限值的结果。';
  const othersSentence =
    undecidedPosts.length < judgedPosts.length ? '其余检测岗位（检测点）未发现超过职业接触限值的结果。' : '';
  return `${undecidedPosts.map(postName).join('、')}的结果待核实或无法判定，不能得出是否超过职业接触限值的结论。${othersSentence}`;
}

/** Lists every exceedance with its multiple of the limit. */
export function exceedanceOf(judgedPosts: readonly JudgedPost[]): string {
  const lines = judgedPosts.flatMap((post) =>
    post.values
      .filter(({ verdict }) => verdict === 'exceeds')
      .map(
        (value) =>
          `${postName(post)}（${value.day}${value.point ? `，${value.point}` : ''}）：检测结果${quantityText(value.text, value.unit)}，${value.kind === 'illuminance' ? '标准值' : '接触限值'}${quantityText(boundText(value), value.unit)}${value.working ? `，${value.working}` : ''}${value.reason ? `（${value.reason}）` : ''}。`,
      ),
  );
  return lines.length ? lines.join('\n') : noExceedance(judgedPosts);
}

/**
 * Lists the exceeding posts without a stated cause (GBZ 331-2024 5.2.7.3): the written section names neither post and
 * hazard nor a cause after them.
 * @param writtenAnalysis 超标分析 as a person wrote it; null where only the generated list exists
 */
export function postsWithoutCause(judgedPosts: readonly JudgedPost[], writtenAnalysis: string | null): string[] {
  const paragraphs = (writtenAnalysis ?? '').split('\n');
  const hasCause = ({ place, hazardName }: JudgedPost): boolean =>
    paragraphs.some((text) => text.includes(place) && text.includes(hazardName) && /原因|由于|因为/.test(text));
  const missingPosts = judgedPosts.filter((post) => post.verdict === 'exceeds' && !hasCause(post));
  return [...new Set(missingPosts.map(postName))];
}
