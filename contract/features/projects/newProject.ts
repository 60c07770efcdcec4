// Default values for a new project of a unit: people, services and methods of the unit's last project, and a name by
// rule.

interface ProposingUnit {
  readonly id: number;
  readonly unitName: string;
  readonly customer?: number | null;
}

interface LastProject {
  readonly type?: string | null;
  readonly typeName?: string | null;
  readonly customer?: number | null;
  readonly incoming?: boolean | null;
  readonly leader?: number | null;
  readonly team?: readonly number[] | null;
  readonly workScope?: string | null;
}

/**
 * Returns the name of a project: unit, year and type, e.g. 甲厂2026年度定期检测.
 * @param year four digits
 * @example projectNameOf('甲厂', '2026', '定期检测') // '甲厂2026年度定期检测'
 */
export const projectNameOf = (unitName: string, year: string, typeName: string): string =>
  `${unitName}${year}年度${typeName}`;

/**
 * Returns the values of the form.
 * @param last the unit's last project; undefined for the first project, which gets only unit and customer
 * @param year `YYYY`
 */
export function proposedProject(
  { id, unitName, customer }: ProposingUnit,
  last: LastProject | undefined,
  year: string,
): Readonly<Record<string, unknown>> {
  const keptFields = {
    customer: last?.customer ?? customer,
    type: last?.type,
    incoming: last?.incoming,
    leader: last?.leader,
    team: last?.team,
    workScope: last?.workScope,
    projectName: last?.typeName ? projectNameOf(unitName, year, last.typeName) : null,
  };
  return {
    belongInspect: id,
    ...Object.fromEntries(Object.entries(keptFields).filter(([, value]) => value !== null && value !== undefined)),
  };
}
