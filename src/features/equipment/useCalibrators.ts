import { useQuery } from '@tanstack/react-query';
import { fetchChoices, usesKey } from './equipmentCalls';

/** Loads the flow calibrators. A calibrator without a valid calibration is listed but can't be chosen. */
export function useCalibrators(enabled: boolean) {
  const { data } = useQuery({
    queryKey: [...usesKey, 'choices', 'calibrators'],
    queryFn: ({ signal }) => fetchChoices('sampling', signal),
    enabled,
    retry: false,
  });
  return (data ?? [])
    .filter(({ eqpKind }) => eqpKind === 'flowCalibrator')
    .map((one) => {
      const late = one.calibration === 'expired' || one.calibration === 'missing';
      return {
        value: one.id,
        disabled: late,
        label: `${one.eqpNo} ${one.eqpName}${late ? `（${one.calibration === 'expired' ? `已于${one.calibrationDue}过期` : '没有有效期'}）` : ''}`,
      };
    });
}
