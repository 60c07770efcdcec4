import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { askOrganization, lacksOwner, showOrganization } from '@/session/shownOrganization';
import { useTabs } from '@/session/tabs/tabStore';
import type { ListPage } from '../page';

/** Checks whether a list shows rows within a row of another entity, whose organization they have. */
const isPart = ({ entity, fixedQuery = {} }: ListPage): boolean =>
  Object.keys(fixedQuery).some((name) => entity.fields[name]?.kind === 'ref');

/**
 * Returns a function that asks for the organization of new rows if none is chosen, and switches to it. The function
 * resolves to false if the person cancels.
 */
export function useOwner(page: ListPage): () => Promise<boolean> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    if (!lacksOwner(page.entity) || isPart(page)) return true;
    const chosenOrganization = await askOrganization();
    if (chosenOrganization === null) return false;
    showOrganization(chosenOrganization);
    useTabs.getState().forgetOtherPages();
    await queryClient.invalidateQueries();
    return true;
  }, [page, queryClient]);
}
