import { isRecord } from '@/lib/isRecord';
import type { Page } from '@contract/wire';

const listOf = (...candidates: unknown[]): unknown[] | undefined =>
  candidates.find((candidate): candidate is unknown[] => Array.isArray(candidate));
const countOf = (...candidates: unknown[]): number | undefined =>
  candidates
    .map((candidate) => (typeof candidate === 'string' && candidate.trim() !== '' ? Number(candidate) : candidate))
    .find((candidate): candidate is number => typeof candidate === 'number' && Number.isFinite(candidate));

/**
 * Reads a list from any of the answers of SPEC §7: `content` and `totalElements`, `body.records` or `body.content` with
 * `body.total` or `body.totalElements`, or a bare array. `content: null` is an empty list (BEHAVIOUR §1.8).
 */
export function readPage<R>(answer: unknown): Page<R> {
  const outer = isRecord(answer) ? answer : {};
  const body = isRecord(outer.body) ? outer.body : {};
  const content = listOf(outer.content, body.records, body.content, outer.body, answer) ?? [];
  return {
    content: content as R[],
    totalElements: countOf(outer.totalElements, body.total, body.totalElements) ?? content.length,
  };
}
