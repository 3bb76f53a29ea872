import {
  registerVerifyEmail,
  registerVerifyMobile,
  resetVerifyEmail,
  resetVerifyMobile,
  sendRegisterCodeEmail,
  sendRegisterCodeMobile,
  sendResetCodeEmail,
  sendResetCodeMobile,
} from '@adcoin/contract'

/** The calls that prove an account: ask for a code, then show it. */
export const proofCalls = {
  register: {
    mobile: { send: sendRegisterCodeMobile, verify: registerVerifyMobile },
    email: { send: sendRegisterCodeEmail, verify: registerVerifyEmail },
  },
  reset: {
    mobile: { send: sendResetCodeMobile, verify: resetVerifyMobile },
    email: { send: sendResetCodeEmail, verify: resetVerifyEmail },
  },
} as const
