import type { EnterpriseProject } from '@contract/features/customers/enterprise/enterpriseWire';

/** Returns the address of a project's page for its enterprise. */
export const projectDetailAddress = ({
  id,
  code,
  unit,
  unitName,
}: Pick<EnterpriseProject, 'id' | 'code' | 'unit' | 'unitName'>): string =>
  `/enterprisesService/enterpriseProjects/index/page/detail?${new URLSearchParams({ belongProject: String(id), belongInspectName: unitName, belongInspect: String(unit), code }).toString()}`;
