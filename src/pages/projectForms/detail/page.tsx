import { useSearchParams } from 'react-router-dom';
import { FormBody } from '@/features/conformity/FormBody';
import { ProjectForm } from '@/features/conformity/ProjectForm';
import { PaperActions } from '@/features/projects/workflowRow/PaperActions';
import {
  numberIn,
  type WorkflowRowProps,
  WorkflowRowPage,
  useIdInAddress,
} from '@/features/projects/workflowRow/WorkflowRowPage';
import { DictCell, emptyCellText } from '@/fields';
import { Notice } from '@/lib/notice/Notice';
import type { AnyRow } from '@contract/entity';
import { serviceForm } from '@contract/features/conformity/entities/serviceForm';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { formPlaceQuery } from '@contract/features/projects/projectFormAddress';

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

const formPage = (id: number) => (
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

/** 规范表单详情: filled in, submitted with the program's own answers, and signed by two or three people. */
export default function ProjectFormPage() {
  const id = useIdInAddress();
  const [search] = useSearchParams();
  const [kind, project] = [search.get(formPlaceQuery.kind) ?? '', numberIn(search.get(formPlaceQuery.project))];
  if (id === null && formOf(kind) && project !== null)
    return (
      <ProjectForm key={`${kind} ${project}`} kind={kind} project={project}>
        {formPage}
      </ProjectForm>
    );
  if (id === null) return <Notice title="没有指定表单" text="请从规范表单列表打开。" />;
  return formPage(id);
}
