import type { Registry } from '../../crud/resource';
import type { Route } from '../../http/route';
import type { Services } from '../../services';

export function vehicleRoutes(_services: Services, _registry: Registry): Route[] {
  return [];
}
