import { useCallback, useMemo } from 'react';
import { useShownPath } from '@/features/projects/nextPages/useNextPages';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import { fixedDictionaries } from '@contract/dictionaries';
import { doneDays, type ExpiringKind, maxNamedProjects, soonDays } from '@contract/features/home/figures/figureWire';

type LinkQuery = Readonly<Record<string, string | number | readonly string[]>>;
type ListAddress = string | undefined;

const withQuery = (path: string, query: LinkQuery): string =>
  `${path}?${new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (Array.isArray(value) ? value : [String(value)]).map((item): [string, string] => [name, item]))).toString()}`;

const usableStatuses = fixedDictionaries.equipmentStatus
  .map(({ value }) => value)
  .filter((value) => value !== 'stopped' && value !== 'scrapped');
const calibratedKinds = fixedDictionaries.calibrationKind.map(({ value }) => value).filter((value) => value !== 'none');
const inStock = { status: '1', balance: '0.0001~' } as const;

/** List of each kind of expiring item: its page, the date field, and the other filters of the count. */
const expiringPages: Readonly<Record<ExpiringKind, readonly [path: string, field: string | null, more: LinkQuery]>> = {
  equipment: ['/resource/equipment', 'calibrationDue', { status: usableStatuses, calibrationKind: calibratedKinds }],
  standard: ['/resource/standards', 'validUntil', inStock],
  reagent: ['/resource/reagents', 'validUntil', inStock],
  consumable: ['/resource/consumables', 'validUntil', inStock],
  methodAuthorisation: ['/system/user', null, { open: 'authorisations' }],
  delegation: ['/projectAuditReview', null, { open: 'delegations' }],
};

export interface FigureLinks {
  readonly projects: (ids: readonly number[]) => ListAddress;
  readonly method: (methodId: number | null, since: string) => ListAddress;
  /** Like {@link methodId}, with one task per sample. */
  readonly samples: (methodId: number | null, since: string) => ListAddress;
  readonly inHand: (analyst: number) => ListAddress;
  readonly late: (analyst: number, today: string) => ListAddress;
  readonly done: (analyst: number, today: string) => ListAddress;
  readonly expiring: (kind: ExpiringKind, which: 'expired' | 'soon', today: string) => ListAddress;
}

/**
 * Returns links to the list behind each bar, with the filters of the count. Pages that the person may not open get no
 * link.
 */
export function useFigureLinks(): FigureLinks {
  const shownPath = useShownPath();
  const link = useCallback(
    (path: string, query: LinkQuery): ListAddress => {
      const visiblePath = shownPath(path);
      return visiblePath && withQuery(visiblePath, query);
    },
    [shownPath],
  );
  return useMemo(() => {
    const tasks = (query: LinkQuery) => link('/lab/sampleDistribute', { view: 'all', ...query });
    const open = ['distributed', 'testing'];
    const received = (methodId: number | null, since: string, extraQuery: LinkQuery): ListAddress =>
      methodId === null
        ? undefined
        : tasks({ method: methodId, state: ['waiting', ...open, 'completed'], createTime: `${since}~`, ...extraQuery });
    return {
      projects: (ids) =>
        ids.length
          ? link('/project', {
              ids: ids.slice(0, maxNamedProjects).join(','),
              ...(ids.length > maxNamedProjects ? { of: ids.length } : {}),
            })
          : undefined,
      method: (methodId, since) => received(methodId, since, {}),
      samples: (methodId, since) => received(methodId, since, { once: 'sample' }),
      inHand: (analyst) => tasks({ analyst, state: open }),
      late: (analyst, today) => tasks({ analyst, state: open, dueOn: `~${addDays(today, -1)}` }),
      done: (analyst, today) => tasks({ analyst, state: 'completed', completedAt: `${addDays(today, -doneDays)}~` }),
      expiring: (kind, expiryState, today) => {
        const [path, field, extraQuery] = expiringPages[kind];
        return link(path, {
          ...extraQuery,
          ...(field
            ? {
                [field]: expiryState === 'expired' ? `~${addDays(today, -1)}` : `${today}~${addDays(today, soonDays)}`,
              }
            : {}),
        });
      },
    };
  }, [link]);
}
