/**
 * The parts of forms, with react-hook-form inside: one shared file that arrives with the first page that
 * has a form.
 * Only pages import it, never the module (`remote.tsx` and what it imports).
 */
export { Controller, FormProvider, useController, useFormContext, type UseFormReturn } from 'react-hook-form'
export { Form, takeFilled, useFields, useSchemaForm, useErrorText, applyFailure, type SetError } from './form.tsx'
export { useFormCall, type FormCall } from './use-form-call.ts'
export { useDraft, type DraftForm } from './use-draft.ts'
