import { useQuery } from '@tanstack/react-query';
import type { HeldDelegation, MyDelegations } from '@contract/features/reports/delegation/delegationRules';
import { delegation } from '@contract/features/reports/entities/delegation';
import { fetchHeldDelegations } from '../approval/approvalCalls';

const noDelegations: readonly HeldDelegation[] = [];

/** Returns the delegations. They are valid by the organization's date, which the server sends. */
export const useMyDelegations = (): MyDelegations | undefined =>
  useQuery({
    queryKey: ['list', delegation.path, 'mine'],
    queryFn: ({ signal }) => fetchHeldDelegations(signal),
    retry: false,
  }).data;

/** Returns the delegations with which the person may act on behalf of others today; empty while loading. */
export const useHeldDelegations = (): readonly HeldDelegation[] => useMyDelegations()?.ownDelegations ?? noDelegations;
