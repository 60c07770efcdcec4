import { create } from 'zustand';
import { serverSupports } from '@/api/client';
import { writePreference } from '@/api/preferences';
import { succeeded } from '@/api/succeeded';
import type { Entity } from '@contract/entity';
import { organizationPreference } from '@contract/wire';
import { chooseOrganization, organizationIdOf, useSession } from './sessionStore';

/** Sets the organization that an administrator views (0 for all), for now and for the next sign-in. */
export function showOrganization(organizationId: number): void {
  chooseOrganization(organizationId);
  if (serverSupports('preferences')) void succeeded(writePreference(organizationPreference, organizationId));
}

/**
 * Checks whether a new row of this entity would belong to no organization, because the person views all
 * organizations.
 */
export function lacksOwner({ scope, ownerless }: Pick<Entity, 'scope' | 'ownerless'>): boolean {
  const session = useSession.getState();
  return scope === 'organization' && ownerless !== true && session.user?.isAdmin === true && !organizationIdOf(session);
}

/** The open question which organization new rows should belong to. `settle` receives its id, or null if cancelled. */
export const useOrganizationQuestion = create<{ settle: ((chosen: number | null) => void) | null }>()(() => ({
  settle: null,
}));

/** Asks for an organization. Returns null if the person cancels. */
export function askOrganization(): Promise<number | null> {
  useOrganizationQuestion.getState().settle?.(null);
  return new Promise((resolve) =>
    useOrganizationQuestion.setState({
      settle: (chosenId) => {
        useOrganizationQuestion.setState({ settle: null });
        resolve(chosenId);
      },
    }),
  );
}
