import { apiCodes, errorCodes, type ErrorKey } from '@adcoin/contract'
import { describe, expect, it } from 'vitest'
import { errorText } from './languages.ts'

/**
 * The table of reference-api 3.3, in the order of `apiCodes`; where it writes two Spanish forms, Mexico has the first and Spain the second.
 * One row differs from it: `invite_cycle` needs "a quien" in Spanish.
 */
const table: readonly [code: number, key: ErrorKey, en_US: string, zh_TW: string, pt_PT: string, hi_IN: string, es_MX: string, es_ES: string][] = [
  [0, 'ok', 'Success', '成功', 'Sucesso', 'सफल', 'Correcto', 'Correcto'],
  [400, 'invalid_input', 'Please check the information you entered', '請檢查輸入的資料', 'Verifique os dados introduzidos', 'कृपया दर्ज की गई जानकारी जाँचें', 'Revisa los datos ingresados', 'Revisa los datos introducidos'],
  [401, 'session_expired', 'Please log in again', '請重新登入', 'Inicie sessão novamente', 'कृपया फिर से लॉग इन करें', 'Inicia sesión de nuevo', 'Inicia sesión de nuevo'],
  [403, 'forbidden', 'You cannot do this', '您無法執行此操作', 'Não pode realizar esta ação', 'आप यह नहीं कर सकते', 'No puedes realizar esta acción', 'No puedes realizar esta acción'],
  [404, 'not_found', 'Not found', '找不到資料', 'Não encontrado', 'नहीं मिला', 'No encontrado', 'No encontrado'],
  [409, 'conflict', 'This has changed, please refresh', '資料已變更,請重新整理', 'Os dados mudaram, atualize', 'जानकारी बदल गई है, रीफ़्रेश करें', 'Los datos cambiaron, actualiza', 'Los datos han cambiado, actualiza'],
  [429, 'too_many', 'Too many attempts, try again later', '嘗試次數過多,請稍後再試', 'Demasiadas tentativas, tente mais tarde', 'बहुत अधिक प्रयास, बाद में कोशिश करें', 'Demasiados intentos, inténtalo más tarde', 'Demasiados intentos, inténtalo más tarde'],
  [500, 'internal', 'Something went wrong, please try again later', '發生錯誤,請稍後再試', 'Ocorreu um erro, tente mais tarde', 'कुछ गलत हुआ, बाद में कोशिश करें', 'Algo salió mal, inténtalo más tarde', 'Algo ha salido mal, inténtalo más tarde'],
  [503, 'unavailable', 'Service is temporarily unavailable', '服務暫時無法使用', 'Serviço temporariamente indisponível', 'सेवा अभी उपलब्ध नहीं है', 'Servicio no disponible por el momento', 'Servicio no disponible por el momento'],
  [1001, 'bad_credentials', 'Incorrect account or password', '帳號或密碼錯誤', 'Conta ou palavra-passe incorreta', 'खाता या पासवर्ड गलत है', 'Cuenta o contraseña incorrecta', 'Cuenta o contraseña incorrecta'],
  [1002, 'code_wrong', 'Incorrect or expired code', '驗證碼錯誤或已過期', 'Código incorreto ou expirado', 'कोड गलत है या समाप्त हो गया', 'Código incorrecto o vencido', 'Código incorrecto o caducado'],
  [1003, 'code_too_soon', 'Please wait before requesting another code', '請稍後再取得驗證碼', 'Aguarde antes de pedir outro código', 'दूसरा कोड माँगने से पहले प्रतीक्षा करें', 'Espera antes de pedir otro código', 'Espera antes de pedir otro código'],
  [1004, 'ticket_invalid', 'Verification expired, please start again', '驗證已過期,請重新開始', 'Verificação expirada, recomece', 'सत्यापन समाप्त, फिर से शुरू करें', 'La verificación venció, empieza de nuevo', 'La verificación caducó, empieza de nuevo'],
  [1005, 'pwd_short', 'Password must be at least 6 characters', '密碼至少需 6 個字元', 'A palavra-passe deve ter pelo menos 6 caracteres', 'पासवर्ड कम से कम 6 अक्षर का हो', 'La contraseña debe tener al menos 6 caracteres', 'La contraseña debe tener al menos 6 caracteres'],
  [1006, 'pwd_mismatch', 'Passwords do not match', '兩次密碼不一致', 'As palavras-passe não coincidem', 'पासवर्ड मेल नहीं खाते', 'Las contraseñas no coinciden', 'Las contraseñas no coinciden'],
  [1007, 'pwd_reused', 'Choose a password you have not used before', '請使用未曾用過的密碼', 'Use uma palavra-passe que não tenha usado antes', 'ऐसा पासवर्ड चुनें जो पहले न लिया हो', 'Usa una contraseña que no hayas usado antes', 'Usa una contraseña que no hayas usado antes'],
  [1008, 'old_pwd_wrong', 'Current password is incorrect', '目前密碼錯誤', 'A palavra-passe atual está incorreta', 'वर्तमान पासवर्ड गलत है', 'La contraseña actual es incorrecta', 'La contraseña actual es incorrecta'],
  [1009, 'email_invalid', 'Please enter a valid email', '請輸入有效的電子郵件', 'Introduza um e-mail válido', 'मान्य ईमेल दर्ज करें', 'Ingresa un correo válido', 'Introduce un correo válido'],
  [1010, 'mobile_invalid', 'Please enter a valid mobile number', '請輸入有效的手機號碼', 'Introduza um número de telemóvel válido', 'मान्य मोबाइल नंबर दर्ज करें', 'Ingresa un celular válido', 'Introduce un móvil válido'],
  [1011, 'region_unsupported', 'This region is not supported', '不支援此地區', 'Região não suportada', 'यह क्षेत्र समर्थित नहीं है', 'Región no disponible', 'Región no disponible'],
  [1012, 'oauth_failed', 'Sign-in failed, please try again', '登入失敗,請重試', 'Falha no início de sessão, tente novamente', 'साइन-इन विफल, फिर कोशिश करें', 'No se pudo iniciar sesión, inténtalo de nuevo', 'No se pudo iniciar sesión, inténtalo de nuevo'],
  [1013, 'account_disabled', 'This account is disabled', '此帳號已停用', 'Esta conta está desativada', 'यह खाता अक्षम है', 'Esta cuenta está deshabilitada', 'Esta cuenta está deshabilitada'],
  [2001, 'insufficient', 'Insufficient balance', '餘額不足', 'Saldo insuficiente', 'अपर्याप्त शेष राशि', 'Saldo insuficiente', 'Saldo insuficiente'],
  [2002, 'amount_range', 'Amount is outside the allowed range', '金額超出允許範圍', 'O valor está fora do intervalo permitido', 'राशि स्वीकृत सीमा से बाहर है', 'El monto está fuera del rango permitido', 'El importe está fuera del rango permitido'],
  [2003, 'no_payway', 'Please bind a payment account first', '請先綁定收款帳戶', 'Associe primeiro uma conta de pagamento', 'पहले भुगतान खाता जोड़ें', 'Primero vincula una cuenta de pago', 'Primero vincula una cuenta de pago'],
  [2004, 'pay_pwd_unset', 'Trading password not set', '尚未設定交易密碼', 'Palavra-passe de transação não definida', 'ट्रेडिंग पासवर्ड सेट नहीं है', 'No has configurado la contraseña de operaciones', 'No has configurado la contraseña de operaciones'],
  [2005, 'pay_pwd_wrong', 'Incorrect trading password', '交易密碼錯誤', 'Palavra-passe de transação incorreta', 'ट्रेडिंग पासवर्ड गलत है', 'Contraseña de operaciones incorrecta', 'Contraseña de operaciones incorrecta'],
  [2006, 'pay_pwd_locked', 'Trading password locked, please reset it', '交易密碼已鎖定,請重設', 'Palavra-passe bloqueada, redefina-a', 'ट्रेडिंग पासवर्ड लॉक है, रीसेट करें', 'Contraseña bloqueada, restablécela', 'Contraseña bloqueada, restablécela'],
  [2007, 'quote_changed', 'Rate or fee changed, please confirm again', '匯率或手續費已變更,請再確認', 'A taxa mudou, confirme novamente', 'दर या शुल्क बदल गया, फिर पुष्टि करें', 'La tasa o comisión cambió, confirma de nuevo', 'El cambio o la comisión ha variado, confirma de nuevo'],
  [2008, 'idem_mismatch', 'This request was already used with other data', '此請求已用於其他資料', 'Este pedido já foi usado com outros dados', 'यह अनुरोध अन्य डेटा के साथ उपयोग हो चुका है', 'Esta solicitud ya se usó con otros datos', 'Esta solicitud ya se usó con otros datos'],
  [2009, 'withdraw_frozen', 'Withdrawals are paused for 24 hours after a security change', '安全設定變更後 24 小時內暫停提現', 'Levantamentos suspensos 24 horas após alteração de segurança', 'सुरक्षा बदलाव के बाद 24 घंटे निकासी बंद है', 'Retiros en pausa 24 horas tras un cambio de seguridad', 'Retiradas en pausa 24 horas tras un cambio de seguridad'],
  [2010, 'payway_invalid', 'The account details are not valid', '帳戶資料無效', 'Os dados da conta não são válidos', 'खाता विवरण मान्य नहीं है', 'Los datos de la cuenta no son válidos', 'Los datos de la cuenta no son válidos'],
  [2011, 'payway_taken', 'This payment account is already in use', '此收款帳戶已被使用', 'Esta conta já está em uso', 'यह भुगतान खाता पहले से उपयोग में है', 'Esta cuenta ya está en uso', 'Esta cuenta ya está en uso'],
  [2012, 'withdraw_off', 'Withdrawals are temporarily unavailable', '提現暫停服務', 'Levantamentos indisponíveis de momento', 'निकासी अभी उपलब्ध नहीं है', 'Retiros no disponibles por ahora', 'Retiradas no disponibles por ahora'],
  [3001, 'task_full', 'This task is full', '任務名額已滿', 'Esta tarefa está completa', 'यह कार्य भर चुका है', 'La tarea ya no tiene lugares', 'La tarea ya no tiene plazas'],
  [3002, 'task_taken', 'You already have this task', '您已領取此任務', 'Já recebeu esta tarefa', 'आप यह कार्य ले चुके हैं', 'Ya tienes esta tarea', 'Ya tienes esta tarea'],
  [3003, 'task_closed', 'This task has ended', '任務已結束', 'Esta tarefa terminou', 'यह कार्य समाप्त हो गया', 'Esta tarea terminó', 'Esta tarea ha terminado'],
  [3004, 'task_limit', 'Daily task limit reached', '已達今日任務上限', 'Limite diário de tarefas atingido', 'आज की कार्य सीमा पूरी', 'Límite diario de tareas alcanzado', 'Límite diario de tareas alcanzado'],
  [3005, 'need_bind', 'Bind a social account first', '請先綁定社群帳號', 'Associe primeiro uma conta social', 'पहले सोशल खाता जोड़ें', 'Primero vincula una cuenta social', 'Primero vincula una cuenta social'],
  [3006, 'submit_state', 'This task cannot be submitted now', '目前無法提交此任務', 'Não é possível enviar esta tarefa agora', 'यह कार्य अभी जमा नहीं हो सकता', 'No se puede enviar esta tarea ahora', 'No se puede enviar esta tarea ahora'],
  [3007, 'link_invalid', 'Please enter a valid link', '請輸入有效連結', 'Introduza uma ligação válida', 'मान्य लिंक दर्ज करें', 'Ingresa un enlace válido', 'Introduce un enlace válido'],
  [3008, 'disclosure_needed', 'Please confirm the ad disclosure', '請確認已標示廣告揭露', 'Confirme a identificação de publicidade', 'विज्ञापन प्रकटीकरण की पुष्टि करें', 'Confirma el aviso de publicidad', 'Confirma el aviso de publicidad'],
  [4001, 'bind_rules', 'Account does not meet followers or age requirements', '帳號未達粉絲數或註冊天數要求', 'A conta não cumpre os requisitos', 'खाता आवश्यकताएँ पूरी नहीं करता', 'La cuenta no cumple los requisitos', 'La cuenta no cumple los requisitos'],
  [4002, 'bind_taken', 'This social account is already bound', '此社群帳號已被綁定', 'Esta conta social já está associada', 'यह सोशल खाता पहले से जुड़ा है', 'Esta cuenta social ya está vinculada', 'Esta cuenta social ya está vinculada'],
  [4003, 'unbind_open', 'Finish your open tasks first', '請先完成進行中的任務', 'Conclua primeiro as tarefas em aberto', 'पहले खुले कार्य पूरे करें', 'Primero termina tus tareas abiertas', 'Primero termina tus tareas abiertas'],
  [4101, 'invite_unknown', 'Invitation code not found', '找不到邀請碼', 'Código de convite não encontrado', 'निमंत्रण कोड नहीं मिला', 'Código de invitación no encontrado', 'Código de invitación no encontrado'],
  [4102, 'invite_done', 'An invitation code is already bound', '已綁定邀請碼', 'Já existe um código associado', 'निमंत्रण कोड पहले से जुड़ा है', 'Ya vinculaste un código', 'Ya has vinculado un código'],
  [4103, 'invite_self', 'You cannot use your own code', '不可使用自己的邀請碼', 'Não pode usar o seu próprio código', 'आप अपना कोड उपयोग नहीं कर सकते', 'No puedes usar tu propio código', 'No puedes usar tu propio código'],
  [4104, 'invite_cycle', 'You cannot use a code of someone you invited', '不可使用您邀請的好友的邀請碼', 'Não pode usar o código de um convidado seu', 'आप अपने आमंत्रित मित्र का कोड उपयोग नहीं कर सकते', 'No puedes usar el código de alguien a quien invitaste', 'No puedes usar el código de alguien a quien has invitado'],
  [5001, 'file_type', 'File type not allowed', '不支援的檔案類型', 'Tipo de ficheiro não permitido', 'फ़ाइल प्रकार स्वीकृत नहीं है', 'Tipo de archivo no permitido', 'Tipo de archivo no permitido'],
  [5002, 'file_size', 'File is too large', '檔案過大', 'Ficheiro demasiado grande', 'फ़ाइल बहुत बड़ी है', 'El archivo es demasiado grande', 'El archivo es demasiado grande'],
  [5003, 'file_broken', 'File could not be read', '無法讀取檔案', 'Não foi possível ler o ficheiro', 'फ़ाइल पढ़ी नहीं जा सकी', 'No se pudo leer el archivo', 'No se pudo leer el archivo'],
]

describe('the sentences of the reference', () => {
  it.each(table)('%i %s are the ones that people read, in six languages', (code, key, ...sentences) => {
    expect(errorCodes[key]).toBe(code)
    expect(Object.fromEntries(apiCodes.map(language => [language, errorText(language, key)]))).toEqual(Object.fromEntries(apiCodes.map((language, index) => [language, sentences[index]])))
  })

  it('are all there are', () => {
    expect(table.map(([, key]) => key).sort()).toEqual(Object.keys(errorCodes).sort())
  })
})

/** Specification section 8, those that the service says; the others are the browser's own. */
it.each([
  ['internal', 'Something went wrong, please try again later'], ['pwd_mismatch', 'Passwords do not match'], ['pwd_short', 'Password must be at least 6 characters'],
  ['email_invalid', 'Please enter a valid email'], ['pay_pwd_unset', 'Trading password not set'],
] as const)('%s says the specification\'s words', (key, words) => {
  expect(errorText('en_US', key)).toBe(words)
})
