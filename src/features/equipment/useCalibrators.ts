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
    .map((calibrator) => {
      const isExpired = calibrator.calibration === 'expired' || calibrator.calibration === 'missing';
      return {
        value: calibrator.id,
        disabled: isExpired,
        label: `${calibrator.eqpNo} ${calibrator.eqpName}${isExpired ? `（${calibrator.calibration === 'expired' ? `已于${calibrator.calibrationDue}过期` : '没有有效期'}）` : ''}`,
      };
    });
}
