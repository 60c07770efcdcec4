import type { AnyRow } from '@contract/entity';
import { formatDay } from '@server/base/zone';
import type { SaveContext } from '@server/crud/policy';

/**
 * Returns the fields that say who verified a row of the library (hazard, limit or method) and when: the person who sets
 * 核对情况 to 已核对. Any other state clears both. A row that stays verified keeps its first verifier.
 */
export function verificationFields(
  draft: Readonly<Record<string, unknown>>,
  { before, call, services }: Pick<SaveContext, 'call' | 'services'> & { readonly before: AnyRow | null },
): { verifiedBy: string | null; verifiedOn: string | null } | Record<never, never> {
  if (draft.dataCertainty !== 'sure') return { verifiedBy: null, verifiedOn: null };
  if (before?.dataCertainty === 'sure') return {};
  const { nickName, userName } = call.viewer.user;
  return { verifiedBy: nickName || userName, verifiedOn: formatDay(services.now(), services.env.zone) };
}
