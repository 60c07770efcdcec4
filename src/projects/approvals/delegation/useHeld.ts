import { delegation } from '@contract/entities/report/delegation';
import type { HeldDelegation } from '@contract/delegation';
import { useQuery } from '@tanstack/react-query';
import { fetchHeld } from '../calls';

export const heldKey = ['list', delegation.path, 'mine'] as const;
const none: readonly HeldDelegation[] = [];

/** For whom one signs today; nobody while it is not known. */
export const useHeld = (): readonly HeldDelegation[] => useQuery({ queryKey: heldKey, queryFn: ({ signal }) => fetchHeld(signal), retry: false }).data ?? none;
