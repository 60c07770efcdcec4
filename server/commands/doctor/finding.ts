import { doctorTexts } from '@contract/features/system/doctorTexts';

/** Result of one check of `doctor`. */
export interface Finding {
  readonly line: string;
  readonly fault: boolean;
}

type Name = keyof typeof doctorTexts.names;

export const fine = (name: Name, found: string): Finding => ({
  line: doctorTexts.fine(doctorTexts.names[name], found),
  fault: false,
});
export const fault = (name: Name, cure: string): Finding => ({
  line: doctorTexts.fault(doctorTexts.names[name], cure),
  fault: true,
});
/** Returns a finding that is allowed and worth knowing. */
export const note = (name: Name, word: string): Finding => ({
  line: doctorTexts.note(doctorTexts.names[name], word),
  fault: false,
});
