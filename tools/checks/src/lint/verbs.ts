/** The verbs that begin exported functions. Add one only if no verb of the list fits. */
export const verbs: ReadonlySet<string> = new Set(
  `accept add advance allow announce answer append apply approve arm ask assemble assert assign attach authorize await
    begin bind block bound bring build bundle calculate call cancel capture carry change check choose claim clean clear
    click close collect compare complete compose compress compute configure confirm connect consume contain convert copy
    count crash create crop cut decide decode decrypt define delay delete deliver describe detect dispatch divide
    download drag draw drip drop edit embed emit encode encrypt end ensure erase escape estimate exchange exclude
    execute expand expect expire explain export extract fail fetch fill filter find finish flatten flip flush fold
    follow forget format forward freeze gather generate get give go group grow guard guess handle hash hide hold ignore
    import include increase insert inspect install intercept interpret invalidate invite isolate join judge keep kill
    label launch lay leave limit link list listen load lock log look lose lower make map mark mask match measure merge
    migrate mix model mount move multiply name normalise normalize note notify number observe offer omit open order pack
    parse pass pause pay pick pinch place plan plant play poll post predict prefetch prepare present preserve prevent
    print probe promote propose protect prove provide prune publish pull push put queue quote raise read rebuild receive
    reconcile record redact reduce refetch refresh refuse register rehearse reject release reload remember remind remove
    rename render renew repair repeat replace replay report request require reserve reset resolve restart restore retire
    retry return reveal revert review revoke roll rotate round run sample save scale schedule scroll scrub seal search
    seed select send separate serve set settle shape share shift show shrink shuffle sign simulate size skip slow soak
    sort spawn split stage stall start stop store strike strip submit subscribe subtract suggest sum summarize supervise
    swap sweep switch sync take talk test throw to toggle touch trace track translate trim truncate try turn type unlink
    unlock unpack unregister unwrap update upload use validate verify visit wait wake warn watch weigh withdraw work
    wrap write as from on with`.split(/\s+/),
)
