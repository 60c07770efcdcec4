import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import type { DutyMatrix as DutyMatrixData } from '@contract/features/laboratory/tasks/labTasks';
import { dutyMatrixKey, fetchDutyMatrix, grantDuties, withdrawDuties } from './authorisationCalls';
import { dutyGroups, dutyItems, dutyOfItem } from './authorisationMatrix';
import { GrantMatrix, type MatrixKind } from './GrantMatrix';

const kind: MatrixKind<DutyMatrixData> = {
  label: dutyAuthorisation.label,
  head: '授权事项',
  countText: (items) => `${items}个领域`,
  key: dutyMatrixKey,
  fetch: fetchDutyMatrix,
  matrixOf: dutyItems,
  grants: {
    entity: dutyAuthorisation,
    counted: '个事项',
    hint: '点击格子，或勾选人员与事项后授权',
    question: (authorisations) => `确定撤销选中的${authorisations}项岗位授权吗？撤销后不能再办理这些事项。`,
    grant: (draft, items) => grantDuties({ ...draft, duties: items.map(dutyOfItem) }),
    withdraw: withdrawDuties,
  },
};

const groupsOf = (data: DutyMatrixData) => dutyGroups(dutyItems(data));

const emptyTexts = { persons: '还没有人员。请先在“用户管理”中新增或导入人员。', items: '没有授权事项' };

/** People, duties by field, and validity: many people are authorised for many duties at once. */
export const DutyMatrix = () => <GrantMatrix kind={kind} groupsOf={groupsOf} emptyTexts={emptyTexts} />;
