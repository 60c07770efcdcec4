import { methodRoutes } from './methodCatalogue';

/** Returns the page on which a record is edited; undefined for a variant that the method does not have. */
export function recordAddress(record: {
  readonly id: number;
  readonly project: unknown;
  readonly methodKind: unknown;
  readonly variant: unknown;
}): string | undefined {
  const route = methodRoutes.find(
    ({ kind, method, variant }) => kind === 'detail' && method === record.methodKind && variant === record.variant,
  );
  return (
    route &&
    `${route.path}?${new URLSearchParams({ belongProject: String(record.project), phyId: String(record.id) }).toString()}`
  );
}
