import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { crud } from '@/api/crudClient';
import { todayText } from '@/lib/dateTexts';
import { useDictionaryEntry } from '@/session/dictionaryStore';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { project } from '@contract/features/projects/entities/project';
import { projectNameOf } from '@contract/features/projects/newProject';

/**
 * Part of the form of a project. Proposes the name by the rule as soon as unit and type are chosen, and again if they
 * change. A name that a person typed stays.
 */
export function NameByRule() {
  const form = Form.useFormInstance();
  const values = Form.useWatch(({ belongInspect, type, createYear }) => ({ belongInspect, type, createYear }), form);
  const unit = Number(values?.belongInspect) || 0;
  const { data } = useQuery({
    queryKey: ['list', inspectUnit.path, 'row', unit],
    queryFn: () => crud(inspectUnit).get(unit),
    enabled: unit > 0,
    retry: false,
  });
  const typeLabel = useDictionaryEntry(project.fields.type.dict, values?.type as string | undefined)?.label;
  const year = String(values?.createYear ?? '') || todayText().slice(0, 4);
  const proposedName = data && typeLabel ? projectNameOf(data.unitName, year, typeLabel) : '';
  const lastProposal = useRef('');
  useEffect(() => {
    if (!proposedName) return;
    const name = String(form.getFieldValue('projectName') ?? '').trim();
    if (!name || name === lastProposal.current) form.setFieldValue('projectName', proposedName);
    lastProposal.current = proposedName;
  }, [proposedName, form]);
  return null;
}
