import { FormBody } from '@/features/conformity/FormBody';
import { PaperActions } from '@/features/projects/workflowRow/PaperActions';
import {
  type WorkflowRowProps,
  WorkflowRowPage,
  useIdInAddress,
} from '@/features/projects/workflowRow/WorkflowRowPage';
import { DictCell, emptyCellText } from '@/fields';
import { Notice } from '@/lib/notice/Notice';
import type { AnyRow } from '@contract/entity';
import { serviceForm } from '@contract/features/conformity/entities/serviceForm';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';

const factsOf = (row: AnyRow) => [
  { label: '表单', value: <DictCell dict="serviceFormKind" value={row.formKind} /> },
  { label: '项目', value: String(row.projectName ?? emptyCellText) },
  { label: '条款', value: `GBZ 331-2024 ${formOf(row.formKind)?.clause ?? ''}` },
];

const actionsOf = ({ row }: WorkflowRowProps) => (
  <PaperActions
    path={`${serviceForm.path}/paper/${row.id}`}
    name={`${formOf(row.formKind)?.title ?? serviceForm.label}-${String(row.formNo)}`}
    stamp={row.version}
  />
);

const tabsOf = (rowProps: WorkflowRowProps) => [{ key: 'body', label: '内容', children: <FormBody {...rowProps} /> }];

/** 规范表单详情: filled in, submitted with the program's own answers, and signed by two or three people. */
export default function ProjectFormPage() {
  const id = useIdInAddress();
  if (id === null) return <Notice title="没有指定表单" text="请从规范表单列表打开。" />;
  return (
    <WorkflowRowPage
      key={id}
      entity={serviceForm}
      id={id}
      stateDict="serviceFormState"
      facts={factsOf}
      actions={actionsOf}
      tabs={tabsOf}
    />
  );
}
