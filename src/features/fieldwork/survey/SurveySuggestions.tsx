import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { client, serverSupports } from '@/api/client';
import { fixedDictionaries } from '@contract/dictionaries';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import { surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import { riskClassText } from '@contract/features/library/industryRisks';
import type { SurveySuggestion } from '@contract/features/library/materialHazards';
import styles from './details.module.css';

type SuggestedHazard = SurveySuggestion['hazards'][number];

/** Adds a suggested hazard to the survey; null while the survey can't be edited. */
type AdoptHandler = ((suggested: SuggestedHazard) => void) | null;

const classes = fixedDictionaries.industryRiskClass;

/** Returns the risk class of the industry in short form, or how its parts differ. */
function riskText(risks: SurveySuggestion['risks']): string {
  const [onlyRisk] = risks;
  const classText = onlyRisk && risks.length === 1 ? riskClassText(onlyRisk, []) : riskClassText(null, risks);
  if (classText) return `职业病危害风险分类：${classText}`;
  return '本行业的风险分类不一致，请在受检单位中选择“风险分类行业”';
}

const byClass = (risks: SurveySuggestion['risks']): string[] =>
  classes.flatMap(({ value, label }) => {
    const names = risks
      .filter(({ riskClass }) => riskClass === value)
      .map(({ name, condition }) => (condition ? `${name}（${condition}）` : name));
    return names.length ? [`${label}：${names.join('、')}`] : [];
  });

interface SuggestedHazardsProps {
  readonly title: string;
  readonly hazards: readonly SuggestedHazard[];
  readonly onTake: AdoptHandler;
}

function SuggestedHazards({ title, hazards, onTake }: SuggestedHazardsProps) {
  if (!hazards.length) return null;
  return (
    <li>
      {title}
      <ul>
        {hazards.map((hazard) => (
          <li key={hazard.hazard}>
            {hazard.name}：{hazard.reason}
            {onTake && (
              <Button
                type="link"
                size="small"
                aria-label={surveyTexts.adopt(hazard.name)}
                onClick={() => onTake(hazard)}
              >
                采纳
              </Button>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

/**
 * Shows in one line the number of hazards that the survey may lack, by its materials and its industry, and the risk
 * class. When opened, it lists each hazard with its reason and a button that adds it to the survey.
 */
export function SurveySuggestions({ project, onTake }: { readonly project: number; readonly onTake: AdoptHandler }) {
  const { data } = useQuery({
    queryKey: ['siteSurvey', project, 'suggest'],
    queryFn: async ({ signal }) =>
      (await client.get<SurveySuggestion>(`${siteSurvey.path}/suggest/${project}`, { signal, quiet: true })).data,
    enabled: serverSupports('fieldwork'),
    retry: false,
  });
  if (!data) return null;
  const { risks } = data;
  const missingHazards = data.hazards.filter(({ surveyed }) => !surveyed);
  const missingHazardIds = new Set(missingHazards.map(({ hazard }) => hazard));
  const usualHazards = data.usual.filter(({ hazard, surveyed }) => !surveyed && !missingHazardIds.has(hazard));
  const summaryParts = [
    missingHazards.length ? `原辅材料可能带来${missingHazards.length}种未列入调查的因素` : '',
    usualHazards.length ? `同行业常见而未列入调查的因素${usualHazards.length}种` : '',
    risks.length ? riskText(risks) : '',
  ].filter(Boolean);
  if (!summaryParts.length) return null;
  const open = missingHazards.length + usualHazards.length > 0 || risks.length > 1;
  return open ? (
    <details className={styles.suggest}>
      <summary>{summaryParts.join('；')}</summary>
      <ul>
        <SuggestedHazards title="按原辅材料" hazards={missingHazards} onTake={onTake} />
        <SuggestedHazards title="按行业" hazards={usualHazards} onTake={onTake} />
        {risks.length > 1 && byClass(risks).map((line) => <li key={line}>{line}</li>)}
      </ul>
    </details>
  ) : (
    <p className={styles.suggest}>{summaryParts.join('；')}</p>
  );
}
