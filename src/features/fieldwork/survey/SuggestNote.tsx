import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { client, serverHas } from '@/api/client';
import { fixedDictionaries } from '@contract/dictionaries';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import { surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import { riskClassText } from '@contract/features/library/industryRisks';
import type { SurveySuggestion } from '@contract/features/library/materialHazards';
import styles from './details.module.css';

type Hazard = SurveySuggestion['hazards'][number];

/** Adds a suggested hazard to the survey; null while the survey can't be edited. */
type Adopt = ((suggested: Hazard) => void) | null;

const classes = fixedDictionaries.industryRiskClass;

/** Returns the risk class of the industry in short form, or how its parts differ. */
function riskText(risks: SurveySuggestion['risks']): string {
  const [only] = risks;
  const said = only && risks.length === 1 ? riskClassText(only, []) : riskClassText(null, risks);
  if (said) return `职业病危害风险分类：${said}`;
  return '本行业的风险分类不一致，请在受检单位中选择“风险分类行业”';
}

const byClass = (risks: SurveySuggestion['risks']): string[] =>
  classes.flatMap(({ value, label }) => {
    const names = risks
      .filter(({ riskClass }) => riskClass === value)
      .map(({ name, condition }) => (condition ? `${name}（${condition}）` : name));
    return names.length ? [`${label}：${names.join('、')}`] : [];
  });

interface HazardsProps {
  readonly title: string;
  readonly hazards: readonly Hazard[];
  readonly onTake: Adopt;
}

function Hazards({ title, hazards, onTake }: HazardsProps) {
  if (!hazards.length) return null;
  return (
    <li>
      {title}
      <ul>
        {hazards.map((one) => (
          <li key={one.hazard}>
            {one.name}：{one.reason}
            {onTake && (
              <Button type="link" size="small" aria-label={surveyTexts.adopt(one.name)} onClick={() => onTake(one)}>
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
export function SuggestNote({ project, onTake }: { readonly project: number; readonly onTake: Adopt }) {
  const { data } = useQuery({
    queryKey: ['siteSurvey', project, 'suggest'],
    queryFn: async ({ signal }) =>
      (await client.get<SurveySuggestion>(`${siteSurvey.path}/suggest/${project}`, { signal, quiet: true })).data,
    enabled: serverHas('fieldwork'),
    retry: false,
  });
  if (!data) return null;
  const { risks } = data;
  const missing = data.hazards.filter(({ surveyed }) => !surveyed);
  const named = new Set(missing.map(({ hazard }) => hazard));
  const usual = data.usual.filter(({ hazard, surveyed }) => !surveyed && !named.has(hazard));
  const told = [
    missing.length ? `原辅材料可能带来${missing.length}种未列入调查的因素` : '',
    usual.length ? `同行业常见而未列入调查的因素${usual.length}种` : '',
    risks.length ? riskText(risks) : '',
  ].filter(Boolean);
  if (!told.length) return null;
  const open = missing.length + usual.length > 0 || risks.length > 1;
  return open ? (
    <details className={styles.suggest}>
      <summary>{told.join('；')}</summary>
      <ul>
        <Hazards title="按原辅材料" hazards={missing} onTake={onTake} />
        <Hazards title="按行业" hazards={usual} onTake={onTake} />
        {risks.length > 1 && byClass(risks).map((line) => <li key={line}>{line}</li>)}
      </ul>
    </details>
  ) : (
    <p className={styles.suggest}>{told.join('；')}</p>
  );
}
