/** The verbs with which exported functions begin. A new one is added where no word of the list fits. */
export const verbs: ReadonlySet<string> = new Set(
  `accept add allow answer append apply approve arm ask assemble assert attach authorize await begin bind block bound
  bring build bundle call cancel capture carry change check choose claim clean clear close collect compare complete
  compose compress compute configure confirm connect consume contain convert copy count create crop cut decide decode
  decrypt define delete deliver describe detect dispatch divide download draw drop embed emit encode encrypt end ensure
  erase estimate exchange exclude execute expand expect expire explain export extract fail fetch fill filter find finish
  flatten flush fold follow forget format forward freeze gather generate get give go grow guard guess handle hash hide
  hold ignore import include increase insert inspect install intercept interpret invalidate invite isolate join judge
  keep label launch leave limit link list listen load lock log look lower make map mark mask match measure merge migrate
  mix mount move name normalize note notify observe offer omit open order pack parse pass pause pay pick place plan plant
  play poll post prefetch prepare present preserve prevent print promote propose prove provide prune publish pull push put
  queue quote raise read rebuild receive reconcile record redact reduce refetch refresh refuse register reject release
  reload remember remind remove rename render renew repair repeat replace replay report request require reserve reset
  resolve restart restore retire retry return reveal revert review revoke roll rotate round run sample save scale schedule
  scroll scrub seal search seed select send separate serve set settle shape share shift show shuffle sign simulate size
  skip sort spawn split stage start stop store strip submit subscribe subtract suggest sum summarize swap sweep switch
  sync take talk test throw to toggle touch trace track translate trim truncate try turn type unlink unlock unpack
  unregister unwrap update upload use validate verify visit wait wake warn watch weigh withdraw work wrap write
  as from on with`.split(/\s+/),
)
