import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { client, serverHas } from '@/api/client';
import { fixedDictionaries } from '@contract/dictionaries';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import type { SurveySuggestion } from '@contract/features/library/materialHazards';

const classLabels = new Map<string, string>(
  fixedDictionaries.industryRiskClass.map(({ value, label }) => [value, label]),
);

/** Names hazards that the survey's materials may bring and that it lacks, and the risk class of the industry. */
export function SuggestNote({ project }: { readonly project: number }) {
  const { data } = useQuery({
    queryKey: ['siteSurvey', project, 'suggest'],
    queryFn: async ({ signal }) =>
      (await client.get<SurveySuggestion>(`${siteSurvey.path}/suggest/${project}`, { signal, quiet: true })).data,
    enabled: serverHas('fieldwork'),
    retry: false,
  });
  const missing = data?.hazards.filter(({ surveyed }) => !surveyed) ?? [];
  const risks = data?.risks ?? [];
  if (!missing.length && !risks.length) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={missing.length ? `原辅材料可能带来${missing.length}种未列入调查的因素` : '本行业的风险分类'}
      description={
        <ul>
          {missing.map(({ hazard, name, reason }) => (
            <li key={hazard}>
              {name}：{reason}
            </li>
          ))}
          {risks.length > 0 && (
            <li>
              行业风险分类：
              {risks
                .map(
                  ({ name, riskClass, condition }) =>
                    `${name}${classLabels.get(riskClass) ?? ''}${condition ? `（${condition}）` : ''}`,
                )
                .join('；')}
            </li>
          )}
        </ul>
      }
    />
  );
}
