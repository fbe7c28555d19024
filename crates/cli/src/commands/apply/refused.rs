//! Options of Puppet that are none of ours: any setting is an option of `puppet apply`.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The settings of Puppet 8.10, as `puppet config print` lists them.
const SETTINGS: &str = "\
agent_catalog_run_lockfile agent_disabled_lockfile allow_duplicate_certs allow_pson_serialization always_retry_plugins autoflush \
autosign basemodulepath binder_config bucketdir ca_fingerprint ca_name ca_port ca_refresh_interval ca_server ca_ttl cacert cacrl \
cadir cakey capub catalog_cache_terminus catalog_terminus cert_inventory certdir certificate_revocation certname ciphers \
classfile client_datadir clientbucketdir clientyamldir code codedir color confdir config config_file_name config_version \
configprint crl_refresh_interval csr_attributes csrdir daemonize data_binding_terminus default_file_terminus default_manifest \
default_schedules deviceconfdir deviceconfig devicedir diff diff_args digest_algorithm disable_i18n \
disable_per_environment_manifest disable_warnings dns_alt_names document_all environment environment_data_provider \
environment_timeout environmentpath evaltrace exclude_unchanged_resources external_nodes fact_name_length_soft_limit \
fact_value_length_soft_limit factpath facts_terminus fileserverconfig filetimeout forge_authorization freeze_main genconfig \
genmanifest graph graphdir group hiera_config hostcert hostcert_renewal_interval hostcrl hostcsr hostprivkey hostpubkey \
http_connect_timeout http_debug http_extra_headers http_keepalive_timeout http_proxy_host http_proxy_password http_proxy_port \
http_proxy_user http_read_timeout http_user_agent ignore_plugin_errors ignoremissingtypes ignoreschedules include_legacy_facts \
key_type keylength lastrunfile lastrunreport ldapattrs ldapbase ldapclassattrs ldapparentattr ldappassword ldapport ldapserver \
ldapssl ldapstackedattrs ldapstring ldaptls ldapuser libdir localcacert localedest localesource location_trusted log_level \
logdest logdir manage_internal_file_permissions manifest masterport max_deprecations max_errors max_warnings maximum_uid \
maxwaitforcert maxwaitforlock merge_dependency_warnings mkusers module_groups module_repository module_working_dir modulepath \
name named_curve no_proxy node_cache_terminus node_name_fact node_name_value node_terminus noop number_of_facts_soft_limit \
onetime passfile path payload_soft_limit pidfile plugindest pluginfactdest pluginfactsource pluginsignore pluginsource \
pluginsync postrun_command preferred_serialization_format preprocess_deferred prerun_command preview_outputdir priority \
privatedir privatekeydir profile publicdir publickeydir puppet_trace puppetdlog report report_configured_environmentpath \
report_include_system_store report_port report_server reportdir reports reporturl requestdir resourcefile resubmit_facts \
rich_data route_file rundir runinterval runtimeout serial server server_datadir server_list serverport settings_catalog \
show_diff signeddir skip_logging_catalog_request_destination skip_tags sourceaddress splay splaylimit srv_domain \
ssl_client_header ssl_client_verify_header ssl_lockfile ssl_trust_store ssldir statedir statefile statettl static_catalogs \
storeconfigs storeconfigs_backend strict strict_environment_mode strict_variables summarize supported_checksum_types \
syslogfacility tags tasks top_level_facts_soft_limit trace transactionstorefile trusted_external_command \
trusted_oid_mapping_file use_cached_catalog use_last_environment use_srv_records usecacheonfailure user vardir vendormoduledir \
versioned_environment_dirs waitforcert waitforlock write_catalog_summary yamldir";

/// Help after an error of the command line, where an option is one of Puppet's.
pub fn hint(error: &clap::Error) -> Option<String> {
    if !matches!(error.kind(), ErrorKind::UnknownArgument | ErrorKind::TooManyValues) {
        return None;
    }
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return None };
    let (setting, is_off) = setting(option)?;
    Some(match error.kind() {
        // It is said so by Puppet, too.
        ErrorKind::TooManyValues => format!("A switch takes no value: --{setting} or --no-{setting}."),
        _ if is_off => format!("{setting} is a setting of Puppet that cannot be switched off here."),
        _ => format!(
            "{setting} is a setting of Puppet that is no option here, and nothing was done. docs/apply.md says which there are; those of\n\
             folders, environments and nodes may stand in puppet.conf."
        ),
    })
}

/// The setting that an option is about, and whether it is to be off.
fn setting(option: &str) -> Option<(String, bool)> {
    let name = option.split(['=', ' ']).next()?.strip_prefix("--")?.replace('-', "_");
    let is_one = |name: &str| SETTINGS.split_whitespace().any(|it| it == name);
    match name.strip_prefix("no_") {
        Some(rest) if is_one(rest) && !is_one(&name) => Some((rest.to_owned(), true)),
        _ => is_one(&name).then_some((name, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_known_however_it_is_written() {
        let on = |name: &str| Some((name.to_owned(), false));
        assert_eq!(setting("--reports"), on("reports"));
        assert_eq!(setting("--reports=store"), on("reports"));
        assert_eq!(setting("--disable-warnings <LIST>"), on("disable_warnings"));
        assert_eq!(setting("--no-storeconfigs"), Some(("storeconfigs".to_owned(), true)));
        assert_eq!(setting("--no_proxy"), on("no_proxy"));
        assert_eq!(setting("--nosuch"), None);
    }
}
