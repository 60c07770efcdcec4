import { useMemo } from 'react';
import { ScopeNote } from '@/features/library/scope/ScopeNote';
import { useProjectScope } from '@/features/library/scope/useProjectScope';
import { ContractReview, type ContractReviewProps } from '@/features/projects/ContractReview';
import { namesByScope } from '@contract/features/library/accreditationScope';

/** Contract review with the accredited scope of the hazards that the contract names. */
export function ScopedReview(props: Omit<ContractReviewProps, 'note' | 'scope'>) {
  const { id } = props.project;
  const { scope, isKnown } = useProjectScope(id);
  const names = useMemo(() => (scope ? namesByScope(scope) : isKnown ? null : undefined), [scope, isKnown]);
  return <ContractReview {...props} scope={names} note={<ScopeNote project={id} />} />;
}
