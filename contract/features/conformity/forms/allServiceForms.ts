import { archiveForms } from './archiveForms';
import { conclusionForms } from './conclusionForms';
import { contractForms } from './contractForms';
import { conversionForms } from './conversionForms';
import { effectTestForm } from './effectTestForm';
import { evaluationForms } from './evaluationForms';
import { evaluationSurveyForms } from './evaluationSurveyForms';
import { fieldForms } from './fieldForms';
import { hearingTestForm } from './hearingTestForm';
import { reportForms } from './reportForms';
import { respiratorTestForm } from './respiratorTestForm';
import type { ServiceForm } from './serviceForm';
import { surveyForms } from './surveyForms';
import { timeForms } from './timeForms';

/** All forms, in the order of the work. */
export const serviceForms: readonly ServiceForm[] = [
  ...contractForms,
  ...surveyForms,
  ...fieldForms,
  ...reportForms,
  ...archiveForms,
  ...evaluationForms,
  respiratorTestForm,
  ...timeForms,
  ...evaluationSurveyForms,
  ...conclusionForms,
  effectTestForm,
  hearingTestForm,
  ...conversionForms,
];

const byKey: ReadonlyMap<string, ServiceForm> = new Map(serviceForms.map((form) => [form.key, form]));

/** Returns the form of a kind; undefined for an unknown kind. */
export const formOf = (kind: unknown): ServiceForm | undefined => byKey.get(String(kind));
