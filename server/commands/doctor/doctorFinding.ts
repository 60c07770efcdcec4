import { doctorTexts } from '@contract/features/system/doctorTexts';

/** Result of one check of `doctor`. */
export interface DoctorFinding {
  readonly line: string;
  readonly fault: boolean;
}

type CheckName = keyof typeof doctorTexts.names;

export const passedCheck = (name: CheckName, detail: string): DoctorFinding => ({
  line: doctorTexts.fine(doctorTexts.names[name], detail),
  fault: false,
});
export const failedCheck = (name: CheckName, remedy: string): DoctorFinding => ({
  line: doctorTexts.fault(doctorTexts.names[name], remedy),
  fault: true,
});
/** Returns a finding that is allowed and worth knowing. */
export const remarkedCheck = (name: CheckName, remark: string): DoctorFinding => ({
  line: doctorTexts.note(doctorTexts.names[name], remark),
  fault: false,
});
